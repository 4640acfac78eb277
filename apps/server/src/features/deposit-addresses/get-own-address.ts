import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { factoryOf, type PaymentMethodRow } from '../payment-methods/index.ts';
import { setNoticesOpened } from './changes/address-notices.sql.ts';
import { findAddress, keepAddress, setOpened, type DepositAddressRow } from './deposit-addresses.sql.ts';
import { requireRoomForNew } from './new-addresses.ts';
import { ownAddressOf } from './own-address-of.ts';

/** How exactly it is known when an address was opened. */
const OPENED_MS = 60_000;

/**
 * A buyer's own address under a method, which counts as opened now; null where the method tells payments apart by their
 * amounts. Refuses a recorded address that is not the one that the shop's key makes (addressesChanged), and what
 * `requireRoomForNew` refuses.
 */
export async function getOwnAddress(
  ctx: Ctx,
  method: PaymentMethodRow,
  userId: bigint,
): Promise<DepositAddressRow | null> {
  const factory = method.mode === 'own_addresses' ? factoryOf(method) : null;
  if (!factory) return null;
  const { type: network, chain_id } = method;
  const own = ownAddressOf(ctx.keyring, { chainId: chain_id, factory }, userId);
  const now = ctx.clock.now();
  const place = { user_id: userId, chain_id, factory_address: factory.factory };
  const known = await findAddress(ctx.db, place);
  const row =
    known ??
    (await inTransaction(ctx, async (step) => {
      const origin = await requireRoomForNew(step, userId, chain_id);
      return keepAddress(step.db, { ...place, ...own, network, origin, created_at: now, opened_at: now });
    }));
  if (row.address !== own.address || row.salt !== own.salt)
    return refuse('addressesChanged', 'a recorded deposit address');
  const isOpenedAgain = Math.abs(now.getTime() - row.opened_at.getTime()) >= OPENED_MS;
  if (isOpenedAgain) await setOpened(ctx.db, row.id, now);
  if (isOpenedAgain || !known) await setNoticesOpened(ctx.db, userId, chain_id, now);
  return row;
}
