import type { Ctx } from '../../platform/context.ts';
import type { RechargeRow } from './recharges.sql.ts';

/**
 * Tells each buyer's open pages which top-up has changed; they ask for its state. What they show of it, addresses above
 * all, never takes the way of live events.
 */
export function publishRecharges(ctx: Ctx, rows: readonly RechargeRow[]): void {
  for (const { user_id: to, order_id } of rows)
    ctx.live.publish({ to, name: 'rechargeMoved', data: { order_id } });
}
