import { createNode, type ChainNode } from '@portside/chain';
import type { SimNode } from './nodes.ts';

const TIMEOUT_MS = 10_000;

/**
 * Carries what the shop's own client asks to the simulated nodes, in place of `fetch`. Every client is one of
 * a new process: what a dead process still had under way never meets the questions of the next.
 */
export class SimNetwork {
  readonly #nodes: readonly SimNode[];
  readonly #silent = new Set<string>();
  #asked = new Map<string, number>();
  #processes = 0;
  #moment = '';
  #pause: { left: number; reached: (goOn: () => void) => void } | null = null;
  questions = 0;

  constructor(nodes: readonly SimNode[]) {
    this.#nodes = nodes;
  }

  /** The nodes as a process that starts now opens them; `silence` leaves all its questions unanswered. */
  openClients(): { nodes: ChainNode[]; silence: () => void } {
    this.#processes += 1;
    const process = `process-${this.#processes}`;
    const nodes = this.#nodes.map(({ name }, index) =>
      createNode({ name, url: `http://node-${index}.${process}.sim`, timeoutMs: TIMEOUT_MS }),
    );
    return { nodes, silence: () => void this.#silent.add(process) };
  }

  /** Chance of a question hangs on the moment of the run it is asked at. */
  setMoment(moment: string): void {
    this.#moment = moment;
    this.#asked = new Map();
  }

  /** Holds the `count`-th question from now on back; resolves then with what lets it go. */
  pauseAt(count: number): Promise<() => void> {
    return new Promise((reached) => {
      this.#pause = { left: count, reached };
    });
  }

  /** Holds nothing back any more. */
  flow(): void {
    this.#pause = null;
  }

  async during<T>(step: () => Promise<T>): Promise<T> {
    const own = globalThis.fetch;
    globalThis.fetch = (input, init) => this.#carry(input as string, init?.body as string, init!.signal!);
    try {
      return await step();
    } finally {
      globalThis.fetch = own;
    }
  }

  async #carry(url: string, body: string, signal: AbortSignal): Promise<Response> {
    this.questions += 1;
    const { hostname } = new URL(url);
    const [, index, process] = /^node-(\d+)\.([\w-]+)/.exec(hostname)!;
    if (this.#silent.has(process!)) return new Promise(() => undefined);
    const name = `${this.#moment} ${hostname} ${body.replace(/"id":\d+/, '')}`;
    const attempt = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, attempt);
    await this.#hold();
    return this.#nodes[Number(index)]!.answer(body, signal, `${name} ${attempt}`);
  }

  #hold(): Promise<void> | undefined {
    if (!this.#pause) return undefined;
    this.#pause.left -= 1;
    const { left, reached } = this.#pause;
    if (left > 0) return undefined;
    this.#pause = null;
    return new Promise((goOn) => {
      reached(goOn);
    });
  }
}
