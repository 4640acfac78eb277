import type { Hex } from 'viem';
import type { Scene } from './scene.ts';
import type { Buyer } from './asked.ts';

/** The expected result of an attack, or of a payment that looks like one. */
export type Outcome = {
  /** Its transactions. */
  readonly hashes: readonly Hex[];
  /** What really arrived, in micro-USDT, in any order; each amount is recorded once. */
  readonly arrived?: readonly bigint[];
  /** How much of it is credited to the buyer. */
  readonly credited?: bigint;
  /** Expected balances of other buyers with top-ups. */
  readonly others?: readonly (readonly [Buyer, bigint])[];
  /** What is expected instead where all that arrives at buyers' own addresses is credited, from the minimum on. */
  readonly own?: Pick<Outcome, 'arrived' | 'credited'>;
};

export type Attack = {
  /** What the attacker does, in words. */
  readonly name: string;
  readonly run: (scene: Scene) => Promise<Outcome>;
};
