import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';

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
