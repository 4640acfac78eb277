import type { Network } from '@portside/contract';
import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { EvmProvider } from './evm-wallet.ts';
import type { TronProvider, TronWeb } from './tron-wallet.ts';
import { useEffect, useState } from 'react';

/** A wallet that can be connected, not connected yet. */
export type FoundWallet = {
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
  /** Ends the connection; absent for a wallet of this browser. */
  readonly close?: () => void;
} & (
  | { readonly family: 'evm'; readonly provider: EvmProvider }
  | { readonly family: 'tron'; readonly provider: TronProvider }
);

/**
 * Delays of the checks: wallets announce themselves at once, older ones only add an object to the window, sometimes
 * late.
 */
const LOOK_AT_MS = [0, 300, 1_500];

/** Reports all wallets found so far, again for each new one; returns the function that stops it. */
export function discoverWallets(
  network: Network,
  onFound: (wallets: readonly FoundWallet[], isDone: boolean) => void,
): () => void {
  let announced: readonly FoundWallet[] = [];
  let isDone = false;
  const publish = () => onFound(merge(announced, injectedWallets(network)), isDone);
  const stopListening = announcedWallets(network, (found) => {
    announced = found;
    publish();
  });
  const timers = LOOK_AT_MS.map((ms, index) =>
    setTimeout(() => {
      isDone ||= index === LOOK_AT_MS.length - 1;
      publish();
    }, ms),
  );
  return () => {
    stopListening();
    timers.forEach(clearTimeout);
  };
}

/** A wallet that announces itself is also in the window, often as a proxy object. */
function merge(announced: readonly FoundWallet[], injected: readonly FoundWallet[]): FoundWallet[] {
  const others = injected.filter(
    (one) =>
      !announced.some(({ provider, name }) => provider === one.provider || name === one.name) &&
      !(one.key.startsWith('injected') && announced.length > 0),
  );
  return [...announced, ...others];
}

/** EIP-6963 and TIP-6963: the same protocol under two names. */
const EVENTS: Record<Family, { readonly ask: string; readonly answer: string }> = {
  evm: { ask: 'eip6963:requestProvider', answer: 'eip6963:announceProvider' },
  tron: { ask: 'TIP6963:requestProvider', answer: 'TIP6963:announceProvider' },
};

const LONGEST_NAME = 40;

/** Listens for announced wallets; reports all of them each time. */
function announcedWallets(network: Network, onFound: (wallets: readonly FoundWallet[]) => void): () => void {
  const family = familyOf(network);
  const { ask, answer } = EVENTS[family];
  const found = new Map<string, FoundWallet>();
  const hear = (event: Event) => {
    const wallet = readAnnouncement(family, (event as CustomEvent<unknown>).detail);
    if (wallet === null || found.has(wallet.key)) return;
    found.set(wallet.key, wallet);
    onFound([...found.values()]);
  };
  window.addEventListener(answer, hear);
  window.dispatchEvent(new Event(ask));
  return () => window.removeEventListener(answer, hear);
}

type Announcement = { info?: { uuid?: unknown; name?: unknown; icon?: unknown }; provider?: unknown };

/** Null for anything that is not a wallet. An extension's name is shown as text, its icon only from a data URL. */
function readAnnouncement(family: Family, detail: unknown): FoundWallet | null {
  const { info, provider } = (detail ?? {}) as Announcement;
  if (typeof info?.uuid !== 'string' || typeof info.name !== 'string') return null;
  if (typeof provider !== 'object' || provider === null || !('request' in provider)) return null;
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null;
  const name = info.name.trim().slice(0, LONGEST_NAME);
  return { family, key: info.uuid, name, icon, provider } as FoundWallet;
}

type OlderWindow = {
  ethereum?: EvmProvider & { providers?: EvmProvider[] };
  okxwallet?: EvmProvider & { tronLink?: TronProvider };
  trustwallet?: { tronLink?: TronProvider };
  bitkeep?: { ethereum?: EvmProvider; tronLink?: TronProvider };
  tron?: TronProvider;
  tronLink?: TronProvider;
  tronWeb?: TronWeb;
  tokenpocket?: unknown;
  imToken?: unknown;
};

/** Wallets of the time before announcements: objects in the window, under names that became customs. */
const injectedWallets = (network: Network): FoundWallet[] =>
  IN_WINDOW[familyOf(network)](window as OlderWindow);

const IN_WINDOW: Record<Family, (page: OlderWindow) => FoundWallet[]> = {
  evm: evmWallets,
  tron: tronWallets,
};

function evmWallets({ ethereum, okxwallet, bitkeep }: OlderWindow): FoundWallet[] {
  const named = [
    ['OKX Wallet', okxwallet],
    ['Bitget Wallet', bitkeep?.ethereum],
  ] as const;
  const found = named.flatMap(([name, provider]): FoundWallet[] =>
    typeof provider?.request === 'function' ? [{ family: 'evm', key: name, name, icon: null, provider }] : [],
  );
  // Their flags prove nothing: many set MetaMask's, too. Only announcements carry a name.
  for (const [index, provider] of (ethereum?.providers ?? (ethereum ? [ethereum] : [])).entries()) {
    const number = index === 0 ? '' : ` ${index + 1}`;
    const key = `injected${number}`;
    found.push({ family: 'evm', key, name: `Browser wallet${number}`, icon: null, provider });
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
    ['TronLink', tronLink],
    // Any extension may stand there, whatever it says of itself.
    ['injected', tron?.request || tron?.tronWeb ? tron : bare],
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
  // One without a name counts only if there is no other wallet.
  return unique(found).filter(({ key }, _index, all) => key !== 'injected' || all.length === 1);
}

function unique(wallets: readonly FoundWallet[]): FoundWallet[] {
  return wallets.filter(
    (one, index) =>
      wallets.findIndex(({ key, provider }) => key === one.key || provider === one.provider) === index,
  );
}

type Found = { readonly wallets: readonly FoundWallet[]; readonly isDone: boolean };

/** The wallets of this browser for a network, as they are found: to pay, to claim and to sweep alike. */
export function useFoundWallets(network: Network): Found {
  const [found, setFound] = useState<Found>({ wallets: [], isDone: false });
  useEffect(() => discoverWallets(network, (wallets, isDone) => setFound({ wallets, isDone })), [network]);
  return found;
}
