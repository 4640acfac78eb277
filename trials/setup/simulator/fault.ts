import type { Random } from '../random.ts';
import type { ChainModel } from './chain-model.ts';
import type { Branch, SimEvent } from './sim-block.ts';
import type { View } from './honest-answer.ts';

/** One question to a node that has a fault. */
export type Question = {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly view: View;
  readonly activeFault: ActiveFault;
  /** Chance of this question's own, the same in every run of the seed. */
  readonly random: Random;
  honest(): unknown;
};

export type Fault = {
  readonly name: string;
  /** A node with it can tell a story that is whole and wrong: only another node finds it out. */
  readonly deceives?: true;
  /** From which block on the node has a branch of its own. */
  readonly partsAt?: (truth: ChainModel, random: Random) => number;
  readonly see?: (honest: View, activeFault: ActiveFault, random: Random) => View;
  readonly say?: (question: Question) => unknown;
  /** What goes over the wire in place of the answer's text. */
  readonly send?: (text: string, signal: AbortSignal) => Promise<Response>;
};

/** A fault that a node has for a while. */
export type ActiveFault = {
  readonly fault: Fault;
  /** The chain as it stood when the fault began. */
  readonly since: { readonly branch: Branch; readonly final: number };
  readonly own: ChainModel | null;
  /** Blocks; what it means is the fault's own. */
  readonly depth: number;
  /** How often a question meets the fault. */
  readonly odds: number;
  /** A payment that never was, of an amount somebody waits for. */
  readonly fakePayment: SimEvent;
};
