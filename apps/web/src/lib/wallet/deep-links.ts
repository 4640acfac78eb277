import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { webNetworkOf } from '../networks/networks.ts';

/**
 * Links that open a page in a wallet's own browser, which provides the wallet to the page. One table, with
 * where each form is written down. They could not be tried on real devices.
 */
type DeepLink = {
  readonly name: string;
  readonly families: readonly Family[];
  /** Where the form of the link is from. */
  readonly source: string;
  readonly href: (page: string, network: Network) => string;
};

const json = (value: object): string => encodeURIComponent(JSON.stringify(value));

export const DEEP_LINKS: readonly DeepLink[] = [
  {
    name: 'TronLink',
    families: ['tron'],
    source: 'https://docs.tronlink.org/mobile/deeplink/',
    href: (page) =>
      `tronlinkoutside://pull.activity?param=${json({
        url: page,
        action: 'open',
        protocol: 'TronLink',
        version: '1.0',
      })}`,
  },
  {
    name: 'MetaMask',
    families: ['evm'],
    source: 'https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/',
    href: (page) => `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'OKX Wallet',
    families: ['tron', 'evm'],
    source: 'https://web3.okx.com/build/docs/waas/app-universal-link',
    href: (page) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(
        `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`,
      )}`,
  },
  {
    name: 'Trust Wallet',
    families: ['tron', 'evm'],
    source: 'https://developer.trustwallet.com/developer/develop-for-trust/deeplinking',
    href: (page, network) =>
      `https://link.trustwallet.com/open_url?coin_id=${webNetworkOf(network).slip44}&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'imToken',
    families: ['tron', 'evm'],
    source: 'source code of @tronweb3/tronwallet-adapter-imtoken',
    href: (page) => `imtokenv2://navigate/DappView?url=${encodeURIComponent(page)}`,
  },
  {
    name: 'TokenPocket',
    families: ['tron', 'evm'],
    source: 'source code of @tronweb3/tronwallet-adapter-tokenpocket',
    href(page, network) {
      const chain = webNetworkOf(network).tokenPocketName;
      const params = { action: 'open', blockchain: chain, chain, url: page, protocol: 'TokenPocket' };
      return `tpdapp://open?params=${json({ ...params, version: '1.0' })}`;
    },
  },
  {
    name: 'Bitget Wallet',
    families: ['tron', 'evm'],
    source: 'source code of @tronweb3/tronwallet-adapter-bitkeep',
    href: (page) => `https://bkcode.vip?action=dapp&url=${encodeURIComponent(page)}`,
  },
];

export const deepLinksFor = (network: Network): DeepLink[] =>
  DEEP_LINKS.filter(({ families }) => families.includes(familyOf(network)));
