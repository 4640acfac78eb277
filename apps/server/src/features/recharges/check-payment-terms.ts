import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { ownAddressOf } from '../deposit-addresses/index.ts';
import { factoryOf, isWatched, listTrustedMethods, type PaymentMethodRow } from '../payment-methods/index.ts';
import { isGenuine, type SealedRecharge } from './recharge-macs.ts';
import { statusOf } from './recharge-states.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** Where a top-up is to be paid, and by whom, with the MAC that protects both. */
export type PaymentTerms = SealedRecharge & Pick<RechargeRow, 'state' | 'mac'>;

export type TermsReader = Pick<Ctx, 'db' | 'keyring' | 'clock'>;

/** What a buyer's own address was computed from. */
export type OwnTerms = { readonly factory: NonNullable<ReturnType<typeof factoryOf>>; readonly salt: Hex };

/** Where a top-up that is the shop's is paid: null for a wallet of the shop. */
type ShopTerms = { readonly own: OwnTerms | null };

/**
 * Checks that a top-up of these networks is the shop's and pays to it; answers null if not. Nothing of a row is shown
 * or paid unchecked. A top-up needs its MAC, unless it ended before there were any, and the addresses of
 * `createAddressCheck`.
 */
export async function createTermsCheck(
  ctx: TermsReader,
  networks: readonly Network[],
): Promise<(terms: PaymentTerms) => ShopTerms | null> {
  const findAtShop = await createAddressCheck(ctx, networks);
  const isWritten = (terms: PaymentTerms): boolean =>
    (terms.mac === null && !isOpen(terms)) || isGenuine(ctx, terms);
  return (terms) => (isWritten(terms) ? findAtShop(terms) : null);
}

/**
 * Checks that the addresses of a top-up belong to a sealed method or are the buyer's own, computed anew; null if not.
 * An open top-up needs a method whose wallet is watched now; an ended one may have any that the shop ever had.
 */
export async function createAddressCheck(
  ctx: TermsReader,
  networks: readonly Network[],
): Promise<(terms: PaymentTerms) => ShopTerms | null> {
  const now = ctx.clock.now();
  const methods = new Map<Network, readonly PaymentMethodRow[]>();
  for (const network of new Set(networks)) methods.set(network, await listTrustedMethods(ctx, network));
  return (terms) => {
    for (const method of methods.get(terms.network) ?? []) {
      const found = !isOpen(terms) || isWatched(method, now) ? shopTermsOf(ctx, method, terms) : null;
      if (found) return found;
    }
    return null;
  };
}

/** Whether the top-up still waits for its payment, or for a decision about it. */
export const isOpen = ({ state }: Pick<PaymentTerms, 'state'>): boolean => statusOf(state) === 'recharging';

function shopTermsOf(
  ctx: Pick<Ctx, 'keyring'>,
  method: PaymentMethodRow,
  terms: PaymentTerms,
): ShopTerms | null {
  const { chain_id: chainId, contract_address: token, wallet_address: wallet } = method;
  if (chainId !== terms.chain_id || token !== terms.contract_address) return null;
  if (wallet === terms.wallet_address)
    return method.checkout_address === terms.checkout_address ? { own: null } : null;
  const own = terms.checkout_address === null ? ownTermsOf(ctx, method, terms) : null;
  return own && { own };
}

/** What the buyer's own address follows from, if the top-up is to be paid to the one that this method makes. */
function ownTermsOf(
  { keyring }: Pick<Ctx, 'keyring'>,
  method: PaymentMethodRow,
  { chain_id: chainId, user_id: userId, wallet_address: address }: PaymentTerms,
): OwnTerms | null {
  const factory = factoryOf(method);
  if (factory === null) return null;
  const own = ownAddressOf(keyring, { chainId, factory }, userId);
  return own.address === address ? { factory, salt: own.salt } : null;
}
