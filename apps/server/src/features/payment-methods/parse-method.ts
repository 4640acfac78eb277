import { isHexForm, parseAddressOrNull, pinnedToken } from '@portside/chain';
import type { Network, PaymentMode } from '@portside/contract';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import { isTokenTrusted } from './is-usable.ts';
import type { NewMethod } from './payment-methods.sql.ts';

/** A payment method as entered by an admin; addresses in the network's format. */
export type MethodInput = {
  readonly type: Network;
  readonly chain_id: number;
  readonly contract_address?: string | undefined;
  readonly wallet_address: string;
  readonly checkout_address?: string | null | undefined;
  /** Default: exact_amount. */
  readonly mode?: PaymentMode | undefined;
  readonly factory_address?: string | null | undefined;
};

const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`;

/**
 * Parses addresses in the network's format and fills in the chain's USDT contract where absent. Refuses an
 * invalid address (invalidFormat), a missing contract (missingParameters), another token than the pinned one,
 * the zero address, and one address for two purposes (parameterError), and own addresses without a factory
 * (missingParameters).
 */
export function parseMethod(input: MethodInput): NewMethod {
  const { type, chain_id: chainId } = input;
  const contract =
    input.contract_address === undefined
      ? (pinnedToken(type, chainId) ?? refuseField('missingParameters', 'contract_address', 'missing'))
      : parse(type, 'contract_address', input.contract_address);
  const method: NewMethod = {
    type,
    chain_id: BigInt(chainId),
    contract_address: contract,
    wallet_address: parse(type, 'wallet_address', input.wallet_address),
    checkout_address: input.checkout_address ? parse(type, 'checkout_address', input.checkout_address) : null,
    mode: input.mode ?? 'exact_amount',
    factory_address: input.factory_address ? parse(type, 'factory_address', input.factory_address) : null,
  };
  if (!isTokenTrusted(method)) refuseField('parameterError', 'contract_address', 'wrong');
  const { wallet_address: wallet, checkout_address: checkout } = method;
  if (wallet === ZERO_ADDRESS) refuseField('parameterError', 'wallet_address', 'wrong');
  if (checkout === ZERO_ADDRESS) refuseField('parameterError', 'checkout_address', 'wrong');
  if (wallet === contract) refuseField('parameterError', 'wallet_address', 'twice');
  if (checkout === wallet || checkout === contract)
    refuseField('parameterError', 'checkout_address', 'twice');
  requireFactory(method);
  return method;
}

/** Own addresses need a factory, which is none of the other addresses. */
function requireFactory({ mode, factory_address: factory, ...method }: NewMethod): void {
  if (mode === 'own_addresses' && factory === null)
    refuseField('missingParameters', 'factory_address', 'missing');
  if (factory === null) return;
  if (factory === ZERO_ADDRESS) refuseField('parameterError', 'factory_address', 'wrong');
  if ([method.wallet_address, method.contract_address, method.checkout_address].includes(factory))
    refuseField('parameterError', 'factory_address', 'twice');
}

const parse = (type: Network, field: string, text: string): Hex =>
  parseAddressOrNull(type, text) ??
  refuseField('invalidFormat', field, isHexForm(type, text) ? 'hex' : 'wrong');
