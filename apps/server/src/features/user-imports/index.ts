/**
 * Owns users that are brought over from another shop: the file, its approval by a second person, and what became of
 * each line. The users feature makes the people, the ledger moves their balances.
 *
 * Invariant: a line becomes at most one user, and a user has at most one opening balance.
 */

import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Approved } from '../approvals/index.ts';
import { exportUserImport, listUserImports } from './list-user-imports.ts';
import {
  requireBalanceLeft,
  previewUserImport,
  proposeUserImport,
  type IsShopOpen,
} from './propose-user-import.ts';
import { getUserImport, lockUserImports, startUserImport } from './user-imports.sql.ts';

export { findImportDecisions } from './list-user-imports.ts';
export { importUsers, sweepUserImports } from './import-users.job.ts';
export { listStartedWithBalances, type StartedImport } from './user-imports.sql.ts';

/** `total` is a decimal in USDT; `sha256` is the file's. */
type UserImportTerms = {
  readonly import: string;
  readonly file: string;
  readonly users: number;
  readonly skipped: number;
  readonly total: string;
  readonly sha256: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    userImportApproved: Approved<UserImportTerms>;
  }
}

/**
 * Starts imports that a second person has approved; the job makes the users. Checks the limit of opening balances again
 * (amountOutOfRange): others may have been approved since this one was proposed.
 */
export function subscribeUserImports(events: Events): void {
  events.on('userImportApproved', async (step, { terms }) => {
    const id = BigInt(terms.import);
    await lockUserImports(step.db);
    const { total_micro: totalMicro } = await getUserImport(step.db, id);
    await requireBalanceLeft(step, totalMicro);
    await startUserImport(step.db, id, step.clock.now());
  });
}

/** Once `isShopOpen` says so, imported balances wait a day after their approval. */
export const userImportsRoutes = (isShopOpen: IsShopOpen) =>
  ({
    previewUserImport,
    proposeUserImport: (ctx, input) => proposeUserImport(ctx, input, isShopOpen),
    listUserImports,
    exportUserImport,
  }) satisfies Partial<Routes>;
