import type { SalesSums } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { sumSales } from './day-figures.sql.ts';
import { readFigures } from './read-figures.ts';
import { addSums, presentSums } from './sales-sums.ts';

/** All sales ever to those whom an agent brought. */
export const readAgentSales = (ctx: Ctx, agentId: bigint): Promise<SalesSums> =>
  readFigures(ctx, async ({ db, build, today }) => {
    const ever = { from: '1970-01-01', to: today };
    const sums = await sumSales(db, build, { ...ever, by: 'agent', perRow: 'key', keys: [agentId] });
    return presentSums(addSums(sums));
  });
