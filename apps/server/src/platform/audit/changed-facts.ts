import type { AuditFacts } from './audit.tables.ts';

type State = Readonly<Record<string, unknown>>;

/** What differs between two states, for the audit log; null where a state lacks it. */
export function changedFacts(before: State, after: State): { before: AuditFacts; after: AuditFacts } {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (state: State) =>
    Object.fromEntries(keys.map((key) => [key, state[key] ?? null])) as AuditFacts;
  return { before: pick(before), after: pick(after) };
}
