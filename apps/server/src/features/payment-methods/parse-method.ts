import { isHexForm, parseAddress, pinnedToken } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import { isTokenTrusted } from './is-usable.ts';
import type { NewMethod } from './payment-methods.sql.ts';

/** As an admin writes it. */
export type WrittenMethod = {
  readonly type: Network;
  readonly chain_id: number;
  readonly contract_address?: string | undefined;
  readonly wallet_address: string;
  readonly checkout_address?: string | null | undefined;
};

const NOBODY: Hex = `0x${'0'.repeat(40)}`;

/**
 * Reads addresses by the network's own rules; fills in the chain's USDT contract. Refuses what is no address
 * (invalidFormat), another token than the pinned one, nobody's address, and one address for
 * two purposes (parameterError).
 */
export function parseMethod(written: WrittenMethod): NewMethod {
  const { type, chain_id: chainId } = written;
  const contract =
    written.contract_address === undefined
      ? (pinnedToken(type, chainId) ?? refuseField('missingParameters', 'contract_address', 'missing'))
      : parse(type, 'contract_address', written.contract_address);
  const method: NewMethod = {
    type,
    chain_id: BigInt(chainId),
    contract_address: contract,
    wallet_address: parse(type, 'wallet_address', written.wallet_address),
    checkout_address: written.checkout_address
      ? parse(type, 'checkout_address', written.checkout_address)
      : null,
  };
  if (!isTokenTrusted(method)) refuseField('parameterError', 'contract_address', 'wrong');
  const { wallet_address: wallet, checkout_address: checkout } = method;
  if (wallet === NOBODY) refuseField('parameterError', 'wallet_address', 'wrong');
  if (checkout === NOBODY) refuseField('parameterError', 'checkout_address', 'wrong');
  if (wallet === contract) refuseField('parameterError', 'wallet_address', 'twice');
  if (checkout === wallet || checkout === contract)
    refuseField('parameterError', 'checkout_address', 'twice');
  return method;
}

function parse(type: Network, field: string, text: string): Hex {
  try {
    return parseAddress(type, text);
  } catch {
    return refuseField('invalidFormat', field, isHexForm(type, text) ? 'hex' : 'wrong');
  }
}
