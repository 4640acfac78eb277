import type { SeenEvent } from '../load/live-viewer.ts';

/** Told afresh on every connection, so nobody catches up on them. */
const NEVER_REPEATED: ReadonlySet<string> = new Set(['figures', 'balance', 'session']);

type Heard = { readonly run: string; readonly number: number; readonly isRepeated: boolean };

/**
 * What several pages of one buyer have seen, each from its first event to its last, over all its connections: each
 * in order and nothing twice, and whatever is repeated to who was away, all or none of them. Only while they watch
 * one and the same start of the shop: what is told between two starts is repeated to nobody.
 */
export function comparePages(pages: readonly (readonly SeenEvent[])[]): string[] {
  const heard = pages.map((seen) => seen.flatMap(readId));
  const runs = new Set(heard.flatMap((events) => events.map(({ run }) => run)));
  const isInOrder = heard.every((events) =>
    events.every((event, at) => at === 0 || follows(event, events, at - 1)),
  );
  return [
    ...(isInOrder ? [] : ['a page heard an event twice, or an older after a newer one']),
    ...[...runs].flatMap((run) => compareRun(heard.map((events) => events.filter((one) => one.run === run)))),
  ];
}

/** Of one start the next number; of another start one that had not been heard of. */
function follows(event: Heard, events: readonly Heard[], before: number): boolean {
  const last = events[before]!;
  if (event.run === last.run) return event.number > last.number;
  return !events.slice(0, before).some(({ run }) => run === event.run);
}

function compareRun(pages: readonly (readonly Heard[])[]): string[] {
  if (pages.some((events) => events.length === 0)) return [];
  // Each page knows nothing of what was before its first event; after its last it may be on its way.
  const first = Math.max(...pages.map((events) => events[0]!.number));
  const last = Math.min(...pages.map((events) => events.at(-1)!.number));
  const between = ({ number, isRepeated }: Heard): boolean => isRepeated && number >= first && number <= last;
  const numbers = pages.map((events) => new Set(events.filter(between).map(({ number }) => number)));
  const all = new Set(numbers.flatMap((one) => [...one]));
  return numbers
    .map((one) => all.size - one.size)
    .filter((missed) => missed > 0)
    .map(
      (missed) => `a page never heard ${missed} of ${all.size} events that another page of its buyer heard`,
    );
}

function readId({ id, name }: SeenEvent): Heard[] {
  if (id === null) return [];
  const [run, number] = id.split('-');
  return [{ run: run!, number: Number(number), isRepeated: !NEVER_REPEATED.has(name) }];
}
