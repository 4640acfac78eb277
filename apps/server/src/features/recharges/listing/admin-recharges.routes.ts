import type { Routes } from '../../../platform/http/routes.ts';
import { exportRecharges } from './export-recharges.ts';
import { listAllRecharges } from './list-all-recharges.ts';
import { readAnyRecharge } from './read-any-recharge.ts';

export const adminRechargesRoutes = {
  listAllRecharges,
  exportRecharges,
  readAnyRecharge,
} satisfies Partial<Routes>;
