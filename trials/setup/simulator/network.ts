import { createNode, type ChainNode } from '@portside/chain';
import type { SimNode } from './nodes.ts';

const TIMEOUT_MS = 10_000;

/**
 * Replaces `fetch`: carries the requests of the shop's own client to the simulated nodes. Every client belongs to
 * a new process, so requests of a dead process never mix with those of the next.
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

  /** The nodes as a new process opens them; `silence` leaves all its requests unanswered. */
  openClients(): { nodes: ChainNode[]; silence: () => void } {
    this.#processes += 1;
    const process = `process-${this.#processes}`;
    const nodes = this.#nodes.map(({ name }, index) =>
      createNode({ name, url: `http://node-${index}.${process}.sim`, timeoutMs: TIMEOUT_MS }),
    );
    return { nodes, silence: () => void this.#silent.add(process) };
  }

  /** A request's random numbers depend on its position in the run. */
  setMoment(moment: string): void {
    this.#moment = moment;
    this.#asked = new Map();
  }

  /** Holds back the `count`-th request from now; resolves with a function that releases it. */
  pauseAt(count: number): Promise<() => void> {
    return new Promise((reached) => {
      this.#pause = { left: count, reached };
    });
  }

  /** Stops holding back requests. */
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
    // Deposit addresses derive from the shop's key, which differs in every run.
    const asked = body.replace(/"id":\d+/, '').replaceAll(/0{24}[0-9a-f]{40}/g, '');
    const name = `${this.#moment} ${hostname} ${asked}`;
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
