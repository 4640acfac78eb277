import type { Network } from '@portside/contract';
import type { Call } from './calls.ts';
import type { Hex } from './payment.ts';

/** Balances of a connected wallet. `coin` pays the network's fees: wei on Ethereum, sun on TRON. */
export type Holdings = {
  readonly usdtMicro: bigint;
  readonly coin: bigint;
  /** The checkout's current allowance; zero where there is no checkout. */
  readonly allowanceMicro: bigint;
};

/** What a wallet is asked to send. Without `to`, `data` is the code of a contract to be deployed. */
export type Sendable = { readonly to: Hex | null; readonly data: Hex };

/**
 * A wallet of either family. Every method rejects with a WalletFailure. Only `connect`, `switchChain` and `send` prompt
 * the owner.
 */
export type Account = {
  readonly network: Network;
  /** Asks for the owner's address. */
  connect(): Promise<Hex>;
  /** The current address; null while it is locked or not connected. Never prompts. */
  currentAddress(): Promise<Hex | null>;
  /** Null if the wallet does not say. */
  chainId(): Promise<number | null>;
  switchChain(): Promise<void>;
  /** The fee in the coin's smallest unit. Fails (contractFailed) where the call would fail. */
  feeOf(owner: Hex, call: Sendable): Promise<bigint>;
  /** Returns the hash once the network has accepted the transaction. */
  send(owner: Hex, call: Sendable): Promise<string>;
  /**
   * Resolves when it is in a block. Fails with contractFailed where it failed there, with `replaced` once the account has
   * used its nonce otherwise, with `late` after BLOCK_MS. On TRON it has expired by then (tooLate).
   */
  settled(hash: string, late: 'authorizationTimeout' | 'unconfirmed'): Promise<void>;
  /** Subscribes to account and chain changes; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
};

/** An account opened for one payment. `sendTogether` prompts the owner as well. */
export type Wallet = Account & {
  holdings(owner: Hex): Promise<Holdings>;
  /** The code at an address, in lower case; null if the wallet has no node but the shop's. */
  readonly codeAt: ((address: Hex) => Promise<Hex>) | null;
  /** The code at the checkout's address, in lower case. */
  checkoutCode(): Promise<Hex>;
  /** The usual fee of a call that cannot be tried yet, because its allowance does not exist. */
  usualFeeOf(kind: Call['kind']): Promise<bigint>;
  /** Whether it can send several calls atomically. */
  canSendTogether(owner: Hex): Promise<boolean>;
  sendTogether(owner: Hex, calls: readonly Call[]): Promise<string>;
};

/** An account opened for the operator's own contracts. */
export type OperatorAccount = Account & {
  /** In the coin's smallest unit. */
  coinOf(owner: Hex): Promise<bigint>;
  /** What a call would answer now, without sending it. */
  tryCall(owner: Hex, call: Sendable & { readonly to: Hex }): Promise<Hex>;
  /** The code at an address, in lower case; null if the wallet has no node but the shop's. */
  readonly codeAt: ((address: Hex) => Promise<Hex>) | null;
  /** The contract that a transaction in a block has deployed. */
  deployedBy(hash: string): Promise<Hex>;
};

/** Longest wait for the owner's answer, and for a block. */
export const ANSWER_MS = 120_000;
export const BLOCK_MS = 180_000;

/** Polls until there is an answer, at most for `forMs`. Starts fast and slows down to `everyMs`. */
export async function poll<T>(
  ask: () => Promise<T | null>,
  { everyMs, forMs }: { everyMs: number; forMs: number },
): Promise<T | null> {
  const end = performance.now() + forMs;
  for (let waitMs = 150; ; waitMs = Math.min(everyMs, waitMs * 2)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() + waitMs > end) return null;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
