import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Time } from './values.ts';

/** Counted, never invented: streams open now, accounts sold since midnight of the shop, newest orders. */
export const LiveFigures = z.object({
  online_users: z.int(),
  accounts_sold_today: z.int(),
  latest_orders: z.array(z.object({ order_no: z.string(), created_at: Time })),
});
export type LiveFigures = z.infer<typeof LiveFigures>;

export const statisticsEndpoints = endpoints({
  readLiveFigures: { access: 'visitor', summary: 'Figures of the home page', data: LiveFigures },
});
