import type { Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { ownAddressOf } from '../../deposit-addresses/index.ts';
import {
  factoryOf,
  isWatched,
  listTrustedMethods,
  type PaymentMethodRow,
} from '../../payment-methods/index.ts';
import { isGenuine } from '../recharge-macs.ts';
import type { SealedRecharge } from '../recharge-macs.sql.ts';
import { statusOf } from '../recharge-states.ts';
import type { RechargeRow } from '../recharges.sql.ts';

/** Where a top-up is to be paid, and by whom, with the MAC that protects both. */
export type PaymentTerms = SealedRecharge & Pick<RechargeRow, 'state' | 'mac'>;

export type TermsReader = Pick<Ctx, 'db' | 'keyring' | 'clock'>;

/**
 * Whether top-ups of these networks are the shop's and are to be paid to it: nothing of a row is shown or paid to
 * unchecked. It has its MAC, unless it had ended before there were any, and the addresses of `createAddressCheck`.
 */
export async function createTermsCheck(
  ctx: TermsReader,
  networks: readonly Network[],
): Promise<(terms: PaymentTerms) => boolean> {
  const isAtShop = await createAddressCheck(ctx, networks);
  const isWritten = (terms: PaymentTerms): boolean =>
    (terms.mac === null && !isOpen(terms)) || isGenuine(ctx, terms);
  return (terms) => isWritten(terms) && isAtShop(terms);
}

/**
 * Whether the addresses of top-ups of these networks are those of a sealed method, or the buyer's own, which is computed
 * anew. An open one needs a method whose wallet is watched now; an ended one may have any that the shop ever had.
 */
export async function createAddressCheck(
  ctx: TermsReader,
  networks: readonly Network[],
): Promise<(terms: PaymentTerms) => boolean> {
  const now = ctx.clock.now();
  const methods = new Map<Network, readonly PaymentMethodRow[]>();
  for (const network of new Set(networks)) methods.set(network, await listTrustedMethods(ctx, network));
  return (terms) =>
    (methods.get(terms.network) ?? []).some(
      (method) => (!isOpen(terms) || isWatched(method, now)) && areTermsOf(ctx, method, terms),
    );
}

/** Whether the top-up still waits for its payment, or for a decision about it. */
export const isOpen = ({ state }: Pick<PaymentTerms, 'state'>): boolean => statusOf(state) === 'recharging';

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
