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
