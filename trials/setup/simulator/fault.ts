import type { Random } from '../random.ts';
import type { ChainModel, Branch, SimEvent } from './chain-model.ts';
import type { View } from './honest-answer.ts';

/** One request to a node that has a fault. */
export type Question = {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly view: View;
  readonly activeFault: ActiveFault;
  /** Random numbers for this request, the same in every run of the seed. */
  readonly random: Random;
  honest(): unknown;
};

export type Fault = {
  readonly name: string;
  /** A node with this fault can report a consistent but false chain, which only another node reveals. */
  readonly deceives?: true;
  /** The block after which the node has its own branch. */
  readonly partsAt?: (truth: ChainModel, random: Random) => number;
  readonly see?: (honest: View, activeFault: ActiveFault, random: Random) => View;
  readonly say?: (question: Question) => unknown;
  /** Sent in place of the answer's text. */
  readonly send?: (text: string, signal: AbortSignal) => Promise<Response>;
};

/** A fault that a node currently has. */
export type ActiveFault = {
  readonly fault: Fault;
  /** The chain when the fault began. */
  readonly since: { readonly branch: Branch; readonly final: number };
  readonly own: ChainModel | null;
  /** In blocks; each fault interprets it in its own way. */
  readonly depth: number;
  /** The probability that a request meets the fault. */
  readonly odds: number;
  /** A payment that never happened, with the amount of an open top-up. */
  readonly fakePayment: SimEvent;
};
