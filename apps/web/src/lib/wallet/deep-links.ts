import type { Network } from '@portside/contract';

/**
 * Links that open a page inside a wallet's own browser, where the wallet stands in the window. One table, with
 * where each form is written down. They could not be tried on real devices.
 */
export type DeepLink = {
  readonly name: string;
  readonly networks: readonly Network[];
  /** Where the form of the link is from. */
  readonly source: string;
  readonly href: (page: string, network: Network) => string;
};

const json = (value: object): string => encodeURIComponent(JSON.stringify(value));
/** Trust Wallet's numbers for chains, from SLIP-44. */
const COIN = { ETH: 60, TRON: 195 } as const;

export const DEEP_LINKS: readonly DeepLink[] = [
  {
    name: 'TronLink',
    networks: ['TRON'],
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
    networks: ['ETH'],
    source: 'https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/',
    href: (page) => `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'OKX Wallet',
    networks: ['TRON', 'ETH'],
    source: 'https://web3.okx.com/build/docs/waas/app-universal-link',
    href: (page) =>
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(
        `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`,
      )}`,
  },
  {
    name: 'Trust Wallet',
    networks: ['TRON', 'ETH'],
    source: 'https://developer.trustwallet.com/developer/develop-for-trust/deeplinking',
    href: (page, network) =>
      `https://link.trustwallet.com/open_url?coin_id=${COIN[network]}&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'imToken',
    networks: ['TRON', 'ETH'],
    source: 'source code of @tronweb3/tronwallet-adapter-imtoken',
    href: (page) => `imtokenv2://navigate/DappView?url=${encodeURIComponent(page)}`,
  },
  {
    name: 'TokenPocket',
    networks: ['TRON', 'ETH'],
    source: 'source code of @tronweb3/tronwallet-adapter-tokenpocket',
    href(page, network) {
      const chain = network === 'TRON' ? 'Tron' : 'Ethereum';
      const params = { action: 'open', blockchain: chain, chain, url: page, protocol: 'TokenPocket' };
      return `tpdapp://open?params=${json({ ...params, version: '1.0' })}`;
    },
  },
  {
    name: 'Bitget Wallet',
    networks: ['TRON', 'ETH'],
    source: 'source code of @tronweb3/tronwallet-adapter-bitkeep',
    href: (page) => `https://bkcode.vip?action=dapp&url=${encodeURIComponent(page)}`,
  },
];

export const deepLinksFor = (network: Network): DeepLink[] =>
  DEEP_LINKS.filter(({ networks }) => networks.includes(network));
