import type { Ctx } from './context.ts';

/**
 * Events go up: a lower feature announces, higher ones listen, inside the announcer's transaction.
 * Features add their events by declaration merging; names are in the past tense.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
export interface EventPayloads {}

export type EventName = keyof EventPayloads;
type Listener<N extends EventName> = (ctx: Ctx, payload: EventPayloads[N]) => Promise<void>;

export class Events {
  readonly #listeners = new Map<EventName, Listener<never>[]>();

  on<N extends EventName>(name: N, listener: Listener<N>): void {
    const known = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, [...known, listener]);
  }

  isHeard(name: EventName): boolean {
    return this.#listeners.has(name);
  }

  /** Runs the listeners in turn; what one throws undoes the announcer's step too. */
  async announce<N extends EventName>(ctx: Ctx, name: N, payload: EventPayloads[N]): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) {
      await (listener as unknown as Listener<N>)(ctx, payload);
    }
  }
}
