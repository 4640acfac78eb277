import type { Hex } from 'viem';
import type { Scene } from './scene.ts';
import type { Buyer } from './asked.ts';

/** What must come of an attack, or of a payment that looks like one. */
export type Outcome = {
  /** The transactions it was made of. */
  readonly hashes: readonly Hex[];
  /** What truly arrived by them, in micro-USDT, in any order; each is recorded once. */
  readonly arrived?: readonly bigint[];
  /** What of it the buyer's balance gets. */
  readonly credited?: bigint;
  /** Balances of others who asked for top-ups. */
  readonly others?: readonly (readonly [Buyer, bigint])[];
};

export type Attack = {
  /** What somebody does, in words. */
  readonly name: string;
  readonly run: (scene: Scene) => Promise<Outcome>;
};
