import type { Network } from '@portside/contract';

/**
 * Links that hand a WalletConnect code to a wallet app on the same phone. One table, with where each form is
 * from. They could not be tried on real devices.
 */
export type PairingLink = {
  readonly name: string;
  readonly networks: readonly Network[];
  readonly source: string;
  readonly start: string;
};

export const PAIRING_LINKS: readonly PairingLink[] = [
  {
    name: 'MetaMask',
    networks: ['ETH', 'TRON'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'https://metamask.app.link/wc?uri=',
  },
  {
    name: 'Trust Wallet',
    networks: ['ETH', 'TRON'],
    source: 'https://developer.trustwallet.com/developer/develop-for-trust/deeplinking',
    start: 'https://link.trustwallet.com/wc?uri=',
  },
  {
    name: 'OKX Wallet',
    networks: ['ETH', 'TRON'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'okex://main/wc?uri=',
  },
  {
    name: 'TokenPocket',
    networks: ['ETH', 'TRON'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'tpoutside://wc?uri=',
  },
  {
    name: 'imToken',
    networks: ['ETH', 'TRON'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'imtokenv2://wc?uri=',
  },
  {
    name: 'Bitget Wallet',
    networks: ['ETH', 'TRON'],
    source: 'source code of @rainbow-me/rainbowkit',
    start: 'bitkeep://wc?uri=',
  },
];

/** The code as links, one for each wallet app. */
export const pairingLinksFor = (network: Network, uri: string): { name: string; href: string }[] =>
  PAIRING_LINKS.filter(({ networks }) => networks.includes(network)).map(({ name, start }) => ({
    name,
    href: start + encodeURIComponent(uri),
  }));
