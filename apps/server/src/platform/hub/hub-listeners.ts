import type { HubListener, NumberedEvent } from './hub-link.ts';

/** Passes every call to all listeners of the process. */
export class HubListeners implements HubListener {
  readonly #all: Partial<HubListener>[] = [];

  add(listener: Partial<HubListener>): void {
    this.#all.push(listener);
  }

  event(event: NumberedEvent): void {
    for (const listener of this.#all) listener.event?.(event);
  }

  signal(topic: string, text: string): void {
    for (const listener of this.#all) listener.signal?.(topic, text);
  }

  lost(): void {
    for (const listener of this.#all) listener.lost?.();
  }
}
