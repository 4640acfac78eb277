import type { HubListeners } from './hub-listeners.ts';
import { EVERYBODY, type NumberedEvent, type OpenStream, type PostedEvent } from './hub-link.ts';
import { NewestStates } from './newest-states.ts';
import { ReplayBuffer } from './replay-buffer.ts';

/** Delivers numbered events to this process, drops overtaken states, and keeps what a stream may have missed. */
export class LocalDelivery {
  readonly #listeners: HubListeners;
  readonly #recent = new ReplayBuffer<NumberedEvent & { readonly id: string }>();
  readonly #newest = new NewestStates();

  constructor(listeners: HubListeners) {
    this.#listeners = listeners;
  }

  /** Events come in the order of their ids. */
  deliver(id: string, { to, name, data, isReplayable, subject, at }: PostedEvent): void {
    if (subject !== null && !this.#newest.isNewest(subject, at)) return;
    if (isReplayable) this.#recent.keep({ to, name, data, id });
    this.#listeners.event({ to, name, data, id: isReplayable ? id : null });
  }

  /** Keeps a replayable event from before this process started. */
  remember(id: string, { to, name, data }: PostedEvent): void {
    this.#recent.keep({ to, name, data, id });
  }

  missedBy({ lastEventId, keys }: OpenStream): readonly NumberedEvent[] {
    if (lastEventId === null) return [];
    return this.#recent.since(lastEventId).filter(({ to }) => to === EVERYBODY || keys.includes(to));
  }
}
