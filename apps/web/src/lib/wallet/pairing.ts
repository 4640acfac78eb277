import { familyOf, recordOf, type Family } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import type { Payment } from './payment.ts';

/** What a WalletConnect session requests: one chain and one signing method. */

type OnChain = Pick<Payment, 'network' | 'chainId'>;

const CAIP_CHAINS: Record<Family, (payment: OnChain) => string | null> = {
  evm: ({ chainId }) => `eip155:${chainId}`,
  // Wallets know its main chain only.
  tron: ({ network, chainId }) =>
    chainId === recordOf(network).mainChainId ? `tron:0x${chainId.toString(16)}` : null,
};

/** The chain as CAIP-2 names it; null if WalletConnect has no wallets for it. */
export const caipChainOf = (payment: OnChain): string | null =>
  CAIP_CHAINS[familyOf(payment.network)](payment);

/** The only method of each family that is sent to the wallet: no reads, no messages, no raw signatures. */
export const SIGNING = {
  evm: 'eth_sendTransaction',
  tron: 'tron_signTransaction',
} as const satisfies Record<Family, string>;

/** Reads that the relay's node answers, because wallets give no node access over a relay. */
export const READING: readonly string[] = [
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_gasPrice',
  'eth_estimateGas',
  'eth_getTransactionReceipt',
];

/** TRON wallets are asked for the flat form of transactions (`tronSignParams`). */
const PROPERTIES: Record<Family, { readonly sessionProperties?: Record<string, string> }> = {
  evm: {},
  tron: { sessionProperties: { tron_method_version: 'v1' } },
};

/** What a session of the chain is proposed with: its signing method and nothing else. */
export function proposalFor(network: Network, chain: string) {
  const family = familyOf(network);
  const [namespace] = chain.split(':') as [string];
  const optionalNamespaces = { [namespace]: { chains: [chain], methods: [SIGNING[family]], events: [] } };
  return { optionalNamespaces, ...PROPERTIES[family] };
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

/**
 * Links that hand a WalletConnect code to a wallet app on the same phone. One table, with where each form is
 * from. They could not be tried on real devices.
 */
type PairingLink = {
  readonly name: string;
  readonly families: readonly Family[];
  readonly source: string;
  readonly start: string;
};

export const PAIRING_LINKS: readonly PairingLink[] = [
  {
    name: 'MetaMask',
    families: ['evm', 'tron'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'https://metamask.app.link/wc?uri=',
  },
  {
    name: 'Trust Wallet',
    families: ['evm', 'tron'],
    source: 'https://developer.trustwallet.com/developer/develop-for-trust/deeplinking',
    start: 'https://link.trustwallet.com/wc?uri=',
  },
  {
    name: 'OKX Wallet',
    families: ['evm', 'tron'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'okex://main/wc?uri=',
  },
  {
    name: 'TokenPocket',
    families: ['evm', 'tron'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'tpoutside://wc?uri=',
  },
  {
    name: 'imToken',
    families: ['evm', 'tron'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'imtokenv2://wc?uri=',
  },
  {
    name: 'Bitget Wallet',
    families: ['evm', 'tron'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'bitkeep://wc?uri=',
  },
];

/** The code as links, one for each wallet app. */
export const pairingLinksFor = (network: Network, uri: string): { name: string; href: string }[] =>
  PAIRING_LINKS.filter(({ families }) => families.includes(familyOf(network))).map(({ name, start }) => ({
    name,
    href: start + encodeURIComponent(uri),
  }));
