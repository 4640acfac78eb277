import type { Ctx } from '../../platform/context.ts';
import { presentRecharges } from './recharges.present.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** Publishes each top-up's current state to its buyer's live connections. */
export async function publishRecharges(ctx: Ctx, rows: readonly RechargeRow[]): Promise<void> {
  const shown = await presentRecharges(ctx.db, rows);
  shown.forEach((data, index) => ctx.live.publish({ to: rows[index]!.user_id, name: 'recharge', data }));
}
