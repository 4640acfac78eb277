import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import type { FoundWallet } from './found-wallet.ts';
import type { EvmProvider } from './evm-wallet.ts';
import type { TronProvider, TronWeb } from './tron-wallet.ts';

type OlderWindow = {
  ethereum?: EvmProvider &
    Record<string, unknown> & { providers?: (EvmProvider & Record<string, unknown>)[] };
  okxwallet?: EvmProvider & { tronLink?: TronProvider };
  trustwallet?: { tronLink?: TronProvider };
  bitkeep?: { ethereum?: EvmProvider; tronLink?: TronProvider };
  tron?: TronProvider & { isTronLink?: boolean };
  tronLink?: TronProvider;
  tronWeb?: TronWeb;
  tokenpocket?: unknown;
  imToken?: unknown;
};

/** The flag by which a wallet marks its object, most specific first: many also set MetaMask's. */
const ETH_FLAGS = [
  ['isOkxWallet', 'OKX Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isTokenPocket', 'TokenPocket'],
  ['isImToken', 'imToken'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isRabby', 'Rabby'],
  ['isMetaMask', 'MetaMask'],
] as const;

/** Wallets of the time before announcements: objects in the window, under names that became customs. */
export const injectedWallets = (network: Network): FoundWallet[] =>
  IN_WINDOW[familyOf(network)](window as OlderWindow);

const IN_WINDOW: Record<Family, (page: OlderWindow) => FoundWallet[]> = {
  evm: evmWallets,
  tron: tronWallets,
};

function evmWallets({ ethereum, okxwallet, bitkeep }: OlderWindow): FoundWallet[] {
  const standing = ethereum?.providers ?? (ethereum ? [ethereum] : []);
  const found = standing.map((provider): FoundWallet => {
    const name = ETH_FLAGS.find(([flag]) => provider[flag] === true)?.[1];
    return { family: 'evm', key: name ?? 'injected', name: name ?? 'Browser wallet', icon: null, provider };
  });
  for (const [name, provider] of [
    ['OKX Wallet', okxwallet],
    ['Bitget Wallet', bitkeep?.ethereum],
  ] as const) {
    if (typeof provider?.request === 'function')
      found.push({ family: 'evm', key: name, name, icon: null, provider });
  }
  return unique(found);
}

function tronWallets(page: OlderWindow): FoundWallet[] {
  const { tron, tronLink, tronWeb, okxwallet, trustwallet, bitkeep, tokenpocket, imToken } = page;
  // Unlocking the wallet replaces its window object, so it is looked up for each use.
  const bare: TronProvider | undefined = tronWeb && {
    get tronWeb() {
      return page.tronWeb ?? false;
    },
  };
  const candidates: readonly (readonly [name: string, provider: TronProvider | undefined])[] = [
    ['OKX Wallet', okxwallet?.tronLink],
    ['Trust Wallet', trustwallet?.tronLink],
    ['Bitget Wallet', bitkeep?.tronLink],
    ['TokenPocket', tokenpocket ? (tronLink ?? bare) : undefined],
    ['imToken', imToken ? bare : undefined],
    ['TronLink', tron?.isTronLink ? tron : undefined],
    ['TronLink', tronLink],
    ['injected', bare],
  ];
  const found = candidates.flatMap(([name, provider]): FoundWallet[] =>
    provider
      ? [
          {
            family: 'tron',
            key: name,
            name: name === 'injected' ? 'Browser wallet' : name,
            icon: null,
            provider,
          },
        ]
      : [],
  );
  // A bare TronWeb counts only if there is no other wallet.
  return unique(found).filter(({ key }, _index, all) => key !== 'injected' || all.length === 1);
}

function unique(wallets: readonly FoundWallet[]): FoundWallet[] {
  return wallets.filter(
    (one, index) =>
      wallets.findIndex(({ key, provider }) => key === one.key || provider === one.provider) === index,
  );
}
