/**
 * Owns what operators see of money on buyers' own addresses, and their way to the shop's own contracts. Moves nothing:
 * wallets of operators do, and anyone could, because the contracts pay to the treasury only.
 *
 * Invariant: no key is ever here, and nothing but calls of the shop's factories and deployments of its published
 * contracts is passed on to a node.
 */
export { isOurCall, mayUseContracts } from './is-our-call.ts';
export { SWEEPABLE_COLUMNS } from './export-sweeping.ts';
export { listSweepable } from './list-sweepable.ts';
export { sweepingRoutes } from './sweeping.routes.ts';
