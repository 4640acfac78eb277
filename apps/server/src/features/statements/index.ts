/**
 * What buyers need for their books: statements of their balance, receipts of top-ups, and their history as files. Owns
 * no data: the ledger, recharges and orders do.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { exportOwnOrders, exportOwnRecharges } from './export-own-lists.ts';
import { readReceipt } from './read-receipt.ts';
import { readStatement } from './read-statement.ts';

export const statementsRoutes = {
  readStatement,
  readReceipt,
  exportOwnOrders,
  exportOwnRecharges,
} satisfies Partial<Routes>;
