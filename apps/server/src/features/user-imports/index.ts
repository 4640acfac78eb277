/**
 * Owns users that are brought over from another shop: the file, its approval by a second person, and what became of
 * each line. The users feature makes the people, the ledger moves their balances.
 *
 * Invariant: a line becomes at most one user, and a user has at most one opening balance.
 */

import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { exportUserImport, listUserImports } from './list-user-imports.ts';
import {
  previewUserImport,
  proposeUserImport,
  startUserImport,
  type IsShopOpen,
} from './propose-user-import.ts';

export { findImportDecisions } from './list-user-imports.ts';
export { importUsers, sweepUserImports } from './import-users.job.ts';
export { listStartedWithBalances, type StartedImport } from './user-imports.sql.ts';

/** Starts imports that a second person has approved; the job makes the users. */
export function subscribeUserImports(events: Events): void {
  events.on('userImportApproved', startUserImport);
}

/** Once `isShopOpen` says so, imported balances wait a day after their approval. */
export const userImportsRoutes = (isShopOpen: IsShopOpen) =>
  ({
    previewUserImport,
    proposeUserImport: (ctx, input) => proposeUserImport(ctx, input, isShopOpen),
    listUserImports,
    exportUserImport,
  }) satisfies Partial<Routes>;
