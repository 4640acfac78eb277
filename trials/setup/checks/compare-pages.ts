import { compareEventIds } from '../../../apps/server/src/platform/hub/local-delivery.ts';
import type { SeenEvent } from '../load/live-viewer.ts';

/** Sent on every connection, so they are not replayed. */
const NEVER_REPEATED: ReadonlySet<string> = new Set(['figures', 'balance', 'session']);

type Heard = { readonly id: string; readonly isRepeated: boolean };

/**
 * What several pages of one buyer have seen, each from its first event to its last, over all its connections and
 * processes: each in order and nothing twice, and whatever is repeated to who was away, all or none of them.
 */
export function comparePages(pages: readonly (readonly SeenEvent[])[]): string[] {
  const heard = pages.map((seen) => seen.flatMap(readId));
  const isInOrder = heard.every((events) =>
    events.every(({ id }, at) => at === 0 || compareEventIds(id, events[at - 1]!.id) > 0),
  );
  return [
    ...(isInOrder ? [] : ['a page heard an event twice, or an older after a newer one']),
    ...compareHeard(heard),
  ];
}

function compareHeard(pages: readonly (readonly Heard[])[]): string[] {
  if (pages.some((events) => events.length === 0)) return [];
  // Each page knows nothing of what was before its first event; after its last it may be on its way.
  const first = pages
    .map((events) => events[0]!.id)
    .toSorted(compareEventIds)
    .at(-1)!;
  const [last] = pages.map((events) => events.at(-1)!.id).toSorted(compareEventIds);
  const between = ({ id, isRepeated }: Heard): boolean =>
    isRepeated && compareEventIds(id, first) >= 0 && compareEventIds(id, last!) <= 0;
  const ids = pages.map((events) => new Set(events.filter(between).map(({ id }) => id)));
  const all = new Set(ids.flatMap((one) => [...one]));
  return ids
    .map((one) => all.size - one.size)
    .filter((missed) => missed > 0)
    .map(
      (missed) => `a page never heard ${missed} of ${all.size} events that another page of its buyer heard`,
    );
}

const readId = ({ id, name }: SeenEvent): Heard[] =>
  id === null ? [] : [{ id, isRepeated: !NEVER_REPEATED.has(name) }];
