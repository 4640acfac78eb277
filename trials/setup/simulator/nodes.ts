import { createRandom, type Random } from '../random.ts';
import { hashOf, type ChainModel, type SimEvent } from './chain-model.ts';
import type { Fault, ActiveFault } from './fault.ts';
import { answerHonestly, Refused, type View } from './honest-answer.ts';

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/** A node of the true chain, with or without one fault. */
export class SimNode {
  readonly name: string;
  readonly #truth: ChainModel;
  activeFault: ActiveFault | null = null;

  constructor(name: string, truth: ChainModel) {
    this.name = name;
    this.#truth = truth;
  }

  fall(fault: Fault, random: Random, fakePayment: SimEvent): void {
    const { branch, final } = this.#truth;
    this.activeFault = {
      fault,
      since: { branch, final },
      own: fault.partsAt ? this.#truth.forkAt(fault.partsAt(this.#truth, random)) : null,
      depth: 1 + random.below(40),
      odds: fault.see || random.chance(0.5) ? 1 : 0.5,
      fakePayment,
    };
  }

  recover(): void {
    this.activeFault = null;
  }

  /** `chance` identifies the request: the same value always has the same outcome on a node. */
  async answer(body: string, signal: AbortSignal, chance: string): Promise<Response> {
    const asked = JSON.parse(body) as Asked;
    const random = createRandom(Number.parseInt(hashOf(`${chance} ${this.name}`).slice(2, 10), 16));
    const activeFault = this.activeFault && random.chance(this.activeFault.odds) ? this.activeFault : null;
    const text = JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...this.#say(asked, activeFault, random) });
    const send = activeFault?.fault.send;
    return send
      ? send(text, signal)
      : new Response(text, { headers: { 'content-type': 'application/json' } });
  }

  #say({ method, params }: Asked, activeFault: ActiveFault | null, random: Random): object {
    const view = this.#see(activeFault, random);
    const honest = (): unknown => answerHonestly(view, method, params);
    try {
      const say = activeFault?.fault.say;
      return { result: say ? say({ method, params, view, activeFault, random, honest }) : honest() };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }

  #see(activeFault: ActiveFault | null, random: Random): View {
    const { face, branch, final } = this.#truth;
    const honest = { face, branch, final, logsUpTo: branch.length - 1 };
    return activeFault?.fault.see?.(honest, activeFault, random) ?? honest;
  }
}
