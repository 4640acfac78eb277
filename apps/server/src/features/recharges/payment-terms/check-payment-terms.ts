import type { Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { ownAddressOf } from '../../deposit-addresses/index.ts';
import {
  factoryOf,
  isWatched,
  listTrustedMethods,
  type PaymentMethodRow,
} from '../../payment-methods/index.ts';
import { statusOf } from '../recharge-states.ts';
import type { RechargeRow } from '../recharges.sql.ts';

/** Where a top-up is to be paid, and by whom. */
export type PaymentTerms = Pick<
  RechargeRow,
  'network' | 'chain_id' | 'contract_address' | 'wallet_address' | 'checkout_address' | 'user_id' | 'state'
>;

export type TermsReader = Pick<Ctx, 'db' | 'keyring' | 'clock'>;

/**
 * Whether top-ups of these networks are to be paid to the shop: their addresses are those of a sealed method, or the
 * buyer's own, which is computed anew. No seal covers the row itself, so nothing of it is shown or paid to unchecked. An
 * open one needs a method whose wallet is watched now; an ended one may have any that the shop ever had.
 */
export async function createTermsCheck(
  ctx: TermsReader,
  networks: readonly Network[],
): Promise<(terms: PaymentTerms) => boolean> {
  const now = ctx.clock.now();
  const methods = new Map<Network, readonly PaymentMethodRow[]>();
  for (const network of new Set(networks)) methods.set(network, await listTrustedMethods(ctx, network));
  return (terms) => {
    const isOpen = statusOf(terms.state) === 'recharging';
    return (methods.get(terms.network) ?? []).some(
      (method) => (!isOpen || isWatched(method, now)) && areTermsOf(ctx, method, terms),
    );
  };
}

function areTermsOf(
  { keyring }: Pick<Ctx, 'keyring'>,
  method: PaymentMethodRow,
  terms: PaymentTerms,
): boolean {
  const { chain_id: chainId, contract_address: token, wallet_address: wallet } = method;
  if (chainId !== terms.chain_id || token !== terms.contract_address) return false;
  if (wallet === terms.wallet_address) return method.checkout_address === terms.checkout_address;
  const factory = factoryOf(method);
  if (factory === null || terms.checkout_address !== null) return false;
  return ownAddressOf(keyring, { chainId, factory }, terms.user_id).address === terms.wallet_address;
}
