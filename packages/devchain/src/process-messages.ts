import type { Hex } from 'viem';
import type { Devchain, DevchainOptions, NetworkType } from './devchain.ts';

/** Messages from the shop's process to the chains' process. */
export type ToDevchain =
  | { kind: 'start'; options: DevchainOptions }
  | { kind: 'send'; id: number; type: NetworkType; to: Hex; amountMicro: bigint }
  | { kind: 'give'; id: number; type: NetworkType; to: Hex }
  | { kind: 'stop' };

/** Messages from the chains' process to the shop's. */
export type FromDevchain =
  | { kind: 'started'; chains: Devchain['chains'] }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; id: number; result: Hex | bigint }
  | { kind: 'failedCall'; id: number; message: string };
