import type { DepositFactory } from '@portside/checkout/deposit-code';
import type { Network } from '@portside/contract';
import { discoverWallets, type FoundWallet } from './discover.ts';
import type { EvmProvider } from './evm-wallet.ts';
import { isPublished } from './calls.ts';
import { inTime, WalletFailure } from './problems.ts';
import type { OperatorAccount } from './wallet.ts';

/**
 * What a wallet's node has where a factory should be: the published code, with that treasury, or something else; `unread`
 * where no wallet of this browser brings a node of that chain. TRON wallets bring none.
 */
export type FactoryReading =
  | { readonly state: 'published' | 'other'; readonly walletName: string }
  | { readonly state: 'unread' };

type FactoryPlace = { readonly network: Network; readonly chainId: number; readonly factory: DepositFactory };

const READ_MS = 20_000;

/** Asks the wallets of this browser one after the other, none of which prompts for it. Never rejects. */
export async function readFactory(place: FactoryPlace): Promise<FactoryReading> {
  for (const wallet of await allWallets(place.network)) {
    const state = wallet.family === 'evm' ? await readBy(wallet.provider, place) : null;
    if (state !== null) return { state, walletName: wallet.name };
  }
  return { state: 'unread' };
}

const allWallets = (network: Network): Promise<readonly FoundWallet[]> =>
  new Promise((resolve) => {
    const stop = discoverWallets(network, (wallets, isDone) => {
      if (!isDone) return;
      stop();
      resolve(wallets);
    });
  });

/** Null if the wallet is on another chain, or does not answer. */
export async function readBy(
  provider: EvmProvider,
  { chainId, factory }: Omit<FactoryPlace, 'network'>,
): Promise<'published' | 'other' | null> {
  const ask = async (method: string, params: readonly unknown[] = []): Promise<string> =>
    String(await inTime(provider.request({ method, params }), READ_MS, 'timeout')).toLowerCase();
  const codeAt = (address: string) => ask('eth_getCode', [address, 'latest']);
  try {
    if (BigInt(await ask('eth_chainId')) !== BigInt(chainId)) return null;
    return (await isPublished(codeAt, factory)) ? 'published' : 'other';
  } catch {
    return null;
  }
}

/**
 * Before anything is sent to a factory, where the wallet brings a node of its own: it is the published one with this
 * treasury. Fails with wrongCheckout. Wallets of TRON and the sandbox's have only the shop's nodes, which call nothing but
 * the shop's factories.
 */
export async function checkFactory(
  { codeAt }: Pick<OperatorAccount, 'codeAt'>,
  factory: DepositFactory,
): Promise<void> {
  if (codeAt !== null && !(await isPublished(codeAt, factory))) throw new WalletFailure('wrongCheckout');
}
