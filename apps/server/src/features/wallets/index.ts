/**
 * Owns the lists of wallets whose deposits are held: the operator's own and the sanctions lists. The deposits
 * feature screens against them and holds the deposits.
 */
export { fetchSanctions } from './fetch-sanctions.job.ts';
export { listFetches } from './sanctions-fetches.sql.ts';
export type { SanctionsSources } from './sanctions-sources.ts';
export { findBlockedWallet, readSanctionsDate } from './wallets.sql.ts';
export { walletsRoutes } from './wallets.routes.ts';
