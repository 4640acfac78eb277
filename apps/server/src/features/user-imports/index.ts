/**
 * Owns users that are brought over from another shop: the file, its approval by a second person, and what became of
 * each line. The users feature makes the people, the ledger moves their balances.
 *
 * Invariant: a line becomes at most one user, and a user has at most one opening balance.
 */
import './user-imports.tables.ts';

export { findImportDecisions } from './find-decisions.ts';
export { importUsers } from './import-users.job.ts';
export { sweepUserImports } from './sweep-user-imports.job.ts';
export { subscribeUserImports } from './user-imports.subscriptions.ts';
export { listStartedWithBalances, type StartedImport } from './user-imports.sql.ts';
export { userImportsRoutes } from './user-imports.routes.ts';
