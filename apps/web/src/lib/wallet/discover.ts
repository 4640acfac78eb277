import type { Network } from '@portside/contract';
import { announcedWallets } from './announced-wallets.ts';
import type { FoundWallet } from './found-wallet.ts';
import { injectedWallets } from './injected-wallets.ts';

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
      !(one.key === 'injected' && announced.length > 0),
  );
  return [...announced, ...others];
}
