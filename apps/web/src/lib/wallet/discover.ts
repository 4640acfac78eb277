import type { Network } from '@portside/contract';
import { announcedWallets } from './announced-wallets.ts';
import type { FoundWallet } from './found-wallet.ts';
import { injectedWallets } from './injected-wallets.ts';

/** Wallets announce themselves at once when asked; older ones only stand in the window, some of them late. */
const LOOK_AT_MS = [0, 300, 1_500];

/** Tells all wallets found so far for a network, again whenever there is one more, until it is called off. */
export function discoverWallets(
  network: Network,
  onFound: (wallets: readonly FoundWallet[], isDone: boolean) => void,
): () => void {
  let announced: readonly FoundWallet[] = [];
  let isDone = false;
  const tell = () => onFound(merge(announced, injectedWallets(network)), isDone);
  const stopListening = announcedWallets(network, (found) => {
    announced = found;
    tell();
  });
  const timers = LOOK_AT_MS.map((ms, index) =>
    setTimeout(() => {
      isDone ||= index === LOOK_AT_MS.length - 1;
      tell();
    }, ms),
  );
  return () => {
    stopListening();
    timers.forEach(clearTimeout);
  };
}

/** A wallet that announces itself stands in the window as well, often behind a stand-in of its own. */
function merge(announced: readonly FoundWallet[], injected: readonly FoundWallet[]): FoundWallet[] {
  const others = injected.filter(
    (one) =>
      !announced.some(({ provider, name }) => provider === one.provider || name === one.name) &&
      !(one.key === 'injected' && announced.length > 0),
  );
  return [...announced, ...others];
}
