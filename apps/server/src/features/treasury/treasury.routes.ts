import type { Routes } from '../../platform/http/routes.ts';
import { readTreasury } from './read-treasury.ts';
import type { SumInflow } from './treasury.sql.ts';

/** `sumInflow` says what deposits brought in, in micro-USDT. */
export const treasuryRoutes = (sumInflow: SumInflow) =>
  ({ readTreasury: (ctx) => readTreasury(ctx, sumInflow) }) satisfies Partial<Routes>;
