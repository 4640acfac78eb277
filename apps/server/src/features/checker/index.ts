/**
 * Owns the operator's checker: the endpoint that says whether an account works, what is asked of it, and what follows: an
 * import goes on sale or asks first, and claims are replaced or refunded within limits. Does not own imports (stock) nor
 * claims and remedies (orders).
 *
 * Invariant: the text of an account goes to the operator's endpoint only, and nowhere into logs or tables; no order, import
 * or claim waits for its answer longer than is said; the shop itself remedies an account once, within the limits.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  exportChecks,
  listAccountChecks,
  listChecks,
  onImportOpened,
  onWarrantyClaimOpened,
  readBatchCheck,
} from './account-checks.ts';
import { readChecker, rotateCheckerSecret, setChecker, testChecker } from './checker.ts';
import { onBatchReleased } from './settle-checks.ts';

export { startStockChecks } from './account-checks.ts';
export { createCheckAccountsJob } from './check-accounts.ts';
export { countDeadOnSale, sealedCheckers } from './checker.ts';
export { bindSandboxChecker } from './sandbox-checker.ts';
export { settleChecks } from './settle-checks.ts';

/** Subscribes the checker to imports and claims. */
export function subscribeChecker(events: Events): void {
  events.on('importOpened', onImportOpened);
  events.on('batchReleased', onBatchReleased);
  events.on('warrantyClaimOpened', onWarrantyClaimOpened);
}

export const checkerRoutes = {
  readChecker,
  setChecker,
  rotateCheckerSecret,
  testChecker,
  listChecks,
  exportChecks,
  listAccountChecks,
  readBatchCheck,
} satisfies Partial<Routes>;
