import { Events } from './platform/events.ts';

/** Every feature that listens, in one place: who hears what is decided here. */
export function composeEvents(): Events {
  const events = new Events();
  return events;
}
