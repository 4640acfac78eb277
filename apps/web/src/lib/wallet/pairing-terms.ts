import type { Network } from '@portside/contract';
import type { Payment } from './payment.ts';

/** What a wallet that is reached by WalletConnect is asked for: one chain, one way to sign, and no more. */

/** Wallets know TRON's main network by this name only. */
const TRON_MAIN = 0x2b6653dc;

/** The chain as CAIP-2 names it; null where WalletConnect has no wallets for it. */
export function caipChainOf({ network, chainId }: Pick<Payment, 'network' | 'chainId'>): string | null {
  if (network === 'ETH') return `eip155:${chainId}`;
  return chainId === TRON_MAIN ? 'tron:0x2b6653dc' : null;
}

/** The only call of each network that reaches the wallet. Nothing to read, no message, no raw signature. */
export const SIGNING = { ETH: 'eth_sendTransaction', TRON: 'tron_signTransaction' } as const;

/** Reads that the relay's node answers, as a wallet lends no node over a relay. */
export const READING: readonly string[] = [
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_gasPrice',
  'eth_estimateGas',
  'eth_getTransactionReceipt',
];

export function proposalFor(network: Network, chain: string) {
  const [namespace] = chain.split(':') as [string];
  const optionalNamespaces = { [namespace]: { chains: [chain], methods: [SIGNING[network]], events: [] } };
  return network === 'ETH'
    ? { optionalNamespaces }
    : { optionalNamespaces, sessionProperties: { tron_method_version: 'v1' } };
}

type Properties = Readonly<Record<string, unknown>> | undefined;

/** Wallets that do not say 'v1' want the transaction one level deeper. */
export const tronSignParams = (session: Properties, address: string, transaction: object) =>
  session?.['tron_method_version'] === 'v1'
    ? { address, transaction }
    : { address, transaction: { transaction } };

/** A session's accounts (CAIP-10) that are on the chain, as addresses. */
export const addressesOn = (chain: string, accounts: readonly string[]): string[] =>
  accounts.filter((one) => one.startsWith(`${chain}:`)).map((one) => one.slice(chain.length + 1));
