/**
 * Domain events by name, with what each carries. Features add theirs by declaration merging; names are in the
 * past tense.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
export interface EventPayloads {}

export type EventName = keyof EventPayloads;
type Listener<Context, N extends EventName> = (context: Context, payload: EventPayloads[N]) => Promise<void>;

/** Events go up: a lower feature announces, higher ones listen, inside the announcer's transaction. */
export class EventBus<Context> {
  readonly #listeners = new Map<EventName, Listener<Context, never>[]>();

  on<N extends EventName>(name: N, listener: Listener<Context, N>): void {
    const known = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, [...known, listener]);
  }

  hasListener(name: EventName): boolean {
    return this.#listeners.has(name);
  }

  /** Runs the listeners one after the other, in order of subscription. An error of one rolls the announcer back. */
  async announce<N extends EventName>(context: Context, name: N, payload: EventPayloads[N]): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) {
      await (listener as unknown as Listener<Context, N>)(context, payload);
    }
  }
}
