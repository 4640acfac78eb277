import { ShopSettings, type Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { changeSettings } from './change-settings.ts';
import { listShopSettings } from './read-shop-settings.ts';

/** Sets every setting; what is absent is again what it was at first. */
export async function replaceSettings(ctx: Ctx, { body }: Input<'replaceSettings'>): Promise<ShopSettings> {
  requireFreshCode(ctx);
  const keys = Object.keys(ShopSettings.shape) as (keyof ShopSettings)[];
  return inTransaction(ctx, async (step) => {
    await changeSettings(step, Object.fromEntries(keys.map((key) => [key, body[key]])));
    return listShopSettings(step.db);
  });
}
