/** A list or a total that may end early does so after the step in which this time is over. */
const BUDGET_MS = 40;

/** A clock started now: whether the time for one answer is spent. */
export function startBudget(budgetMs = BUDGET_MS): { isSpent(): boolean } {
  const start = performance.now();
  return { isSpent: () => performance.now() - start > budgetMs };
}
