import { parseAddress, pinnedToken, PUBLIC_NETWORKS } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { refuse } from '../../platform/refusal.ts';
import { isTokenTrusted } from './is-usable.ts';
import type { NewMethod } from './payment-methods.sql.ts';

/** As an admin writes it. */
export type WrittenMethod = {
  readonly type: Network;
  readonly chain_id?: number | undefined;
  readonly contract_address?: string | undefined;
  readonly wallet_address: string;
  readonly checkout_address?: string | null | undefined;
};

const NOBODY: Hex = `0x${'0'.repeat(40)}`;

/**
 * Reads addresses by the network's own rules; fills in the main network and its USDT contract. Refuses what
 * is no address (invalidFormat), another token than the pinned one, nobody's address, and one address for
 * two purposes (parameterError).
 */
export function parseMethod(written: WrittenMethod): NewMethod {
  const { type } = written;
  const chainId = written.chain_id ?? mainChainOf(type);
  const contract =
    written.contract_address === undefined
      ? (pinnedToken(type, chainId) ?? refuse('missingParameters', 'contract_address'))
      : parse(type, written.contract_address);
  const method: NewMethod = {
    type,
    chain_id: BigInt(chainId),
    contract_address: contract,
    wallet_address: parse(type, written.wallet_address),
    checkout_address: written.checkout_address ? parse(type, written.checkout_address) : null,
  };
  if (!isTokenTrusted(method)) refuse('parameterError', `not the USDT contract of chain ${chainId}`);
  const addresses = [contract, method.wallet_address, method.checkout_address].filter((one) => one !== null);
  if (addresses.includes(NOBODY)) refuse('parameterError', 'the zero address');
  if (new Set(addresses).size < addresses.length) refuse('parameterError', 'one address for two purposes');
  return method;
}

function parse(type: Network, text: string): Hex {
  try {
    return parseAddress(type, text);
  } catch (error) {
    return refuse('invalidFormat', (error as Error).message);
  }
}

function mainChainOf(type: Network): number {
  return PUBLIC_NETWORKS.find(({ network, isMainnet }) => network === type && isMainnet)!.chainId;
}
