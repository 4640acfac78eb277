import type { EvmProvider } from './evm-wallet.ts';
import type { TronProvider } from './tron-wallet.ts';

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
