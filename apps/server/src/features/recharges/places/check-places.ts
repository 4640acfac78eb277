import type { Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { ownAddressOf } from '../../deposit-addresses/index.ts';
import {
  factoryOf,
  isWatched,
  listTrustedMethods,
  type PaymentMethodRow,
} from '../../payment-methods/index.ts';
import { isGenuine, type SealedRecharge } from '../recharge-macs.ts';
import { statusOf } from '../recharge-states.ts';
import type { RechargeRow } from '../recharges.sql.ts';

/** Where a top-up is to be paid, and by whom, with what vouches for it. */
export type Place = SealedRecharge & Pick<RechargeRow, 'state' | 'mac'>;

export type PlaceReader = Pick<Ctx, 'db' | 'keyring' | 'clock'>;

/**
 * Whether top-ups of these networks are the shop's and are to be paid to it: nothing of a row is shown or paid to
 * unchecked. It has its MAC, unless it had ended before there were any, and the addresses of `createAddressCheck`.
 */
export async function createPlaceCheck(
  ctx: PlaceReader,
  networks: readonly Network[],
): Promise<(place: Place) => boolean> {
  const isAtShop = await createAddressCheck(ctx, networks);
  const isWritten = (place: Place): boolean =>
    (place.mac === null && !isOpen(place)) || isGenuine(ctx, place);
  return (place) => isWritten(place) && isAtShop(place);
}

/**
 * Whether the addresses of top-ups of these networks are those of a sealed method, or the buyer's own, which is computed
 * anew. An open one needs a method whose wallet is watched now; an ended one may have any that the shop ever had.
 */
export async function createAddressCheck(
  ctx: PlaceReader,
  networks: readonly Network[],
): Promise<(place: Place) => boolean> {
  const now = ctx.clock.now();
  const methods = new Map<Network, readonly PaymentMethodRow[]>();
  for (const network of new Set(networks)) methods.set(network, await listTrustedMethods(ctx, network));
  return (place) =>
    (methods.get(place.network) ?? []).some(
      (method) => (!isOpen(place) || isWatched(method, now)) && isPlaceOf(ctx, method, place),
    );
}

export const isOpen = ({ state }: Pick<Place, 'state'>): boolean => statusOf(state) === 'recharging';

function isPlaceOf({ keyring }: Pick<Ctx, 'keyring'>, method: PaymentMethodRow, place: Place): boolean {
  const { chain_id: chainId, contract_address: token, wallet_address: wallet } = method;
  if (chainId !== place.chain_id || token !== place.contract_address) return false;
  if (wallet === place.wallet_address) return method.checkout_address === place.checkout_address;
  const factory = factoryOf(method);
  if (factory === null || place.checkout_address !== null) return false;
  return ownAddressOf(keyring, { chainId, factory }, place.user_id).address === place.wallet_address;
}
