import type { Hex } from 'viem';
import type { Devchain, DevchainOptions, NetworkType, PastTransfer } from './devchain.ts';

/** Messages from the shop's process to the chains' process. */
export type ToDevchain =
  | { kind: 'start'; options: DevchainOptions }
  | { kind: 'send'; id: number; type: NetworkType; to: Hex; amountMicro: bigint }
  | { kind: 'call'; id: number; type: NetworkType; to: Hex | null; data: Hex }
  | { kind: 'sign'; id: number; type: NetworkType; text: string }
  | { kind: 'give'; id: number; type: NetworkType; to: Hex }
  | { kind: 'replay'; id: number; type: NetworkType; transfers: readonly PastTransfer[]; until: Date }
  | { kind: 'return'; id: number }
  | { kind: 'stop' };

export type CallResult = Hex | Hex[] | bigint | null;

/** Messages from the chains' process to the shop's. */
export type FromDevchain =
  | { kind: 'started'; chains: Devchain['chains']; isNew: boolean }
  | { kind: 'failed'; message: string }
  | { kind: 'block'; type: NetworkType }
  | { kind: 'done'; id: number; result: CallResult }
  | { kind: 'failedCall'; id: number; message: string };
