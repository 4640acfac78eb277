import type { SalesSums } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { sumSales } from './daily-totals.sql.ts';
import { readSnapshot } from './read-snapshot.ts';
import { addSums, presentSums } from './sales-sums.ts';

/** The totals of all sales to users referred by an agent. The caller checks permissions. */
export const readAgentSales = (ctx: Ctx, agentId: bigint): Promise<SalesSums> =>
  readSnapshot(ctx, async ({ db, rollup, today }) => {
    const ever = { from: '1970-01-01', to: today };
    const sums = await sumSales(db, rollup, { ...ever, by: 'agent', perRow: 'key', keys: [agentId] });
    return presentSums(addSums(sums));
  });
