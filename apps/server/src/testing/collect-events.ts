import type { Events } from '../platform/context.ts';
import type { EventName, EventPayloads } from '../platform/events.ts';

type Announced = { [N in EventName]: { readonly name: N } & EventPayloads[N] }[EventName];

/** Collects what is announced under these names, in order. What is rolled back later stays in the list. */
export function collectEvents(events: Events, names: readonly EventName[]): Announced[] {
  const announced: Announced[] = [];
  for (const name of names)
    events.on(name, async (_, payload) => void announced.push({ name, ...payload } as Announced));
  return announced;
}
