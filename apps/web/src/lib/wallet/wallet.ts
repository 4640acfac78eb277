import type { Network } from '@portside/contract';
import type { Call } from './calls.ts';
import type { Hex } from './payment.ts';

/** What a connected wallet holds. `coin` pays the network's fees: wei on Ethereum, sun on TRON. */
export type Holdings = {
  readonly usdtMicro: bigint;
  readonly coin: bigint;
  /** What the checkout may take; zero where there is none. */
  readonly allowanceMicro: bigint;
};

/**
 * A wallet on either chain, made for one payment. Everything rejects with a WalletFailure. Only `connect`,
 * `switchChain`, `send` and `sendTogether` ask its owner anything.
 */
export type Wallet = {
  readonly network: Network;
  /** Asks for the owner's address. */
  connect(): Promise<Hex>;
  /** Whose it is now; null while it is locked or not connected. Asks nobody. */
  currentAddress(): Promise<Hex | null>;
  /** Null where the wallet does not say. */
  chainId(): Promise<number | null>;
  switchChain(): Promise<void>;
  holdings(owner: Hex): Promise<Holdings>;
  /** The code that stands at the checkout's address, lower-case. */
  checkoutCode(): Promise<Hex>;
  /** The network's fee in its coin's smallest unit. Fails (contractFailed) where the call would. */
  feeOf(owner: Hex, call: Call): Promise<bigint>;
  /** What a payment through the checkout will cost before it is allowed, and so cannot be tried yet. */
  usualFeeOf(kind: Call['kind']): Promise<bigint>;
  /** Answers the hash once the network has taken the transaction. */
  send(owner: Hex, call: Call): Promise<string>;
  /** Until it stands in a block; fails (contractFailed) where it stands there as failed, or `late`. */
  settled(hash: string, late: 'authorizationTimeout' | 'timeout'): Promise<void>;
  /** Whether it can do several calls as one, all or none. */
  canSendTogether(owner: Hex): Promise<boolean>;
  sendTogether(owner: Hex, calls: readonly Call[]): Promise<string>;
  /** Tells of another account or chain, until it is called off. */
  onChange(listener: () => void): () => void;
};

/** How long its owner may think over a question, and a block may take. */
export const ANSWER_MS = 120_000;
export const BLOCK_MS = 180_000;

/** Asks until there is an answer, at most for so long; at first often, then at most as often as said. */
export async function poll<T>(
  ask: () => Promise<T | null>,
  { everyMs, forMs }: { everyMs: number; forMs: number },
): Promise<T | null> {
  const end = Date.now() + forMs;
  for (let waitMs = 150; ; waitMs = Math.min(everyMs, waitMs * 2)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() + waitMs > end) return null;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
