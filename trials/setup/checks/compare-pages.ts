import type { SeenEvent } from '../load/live-viewer.ts';

/** Sent on every connection, so they are not replayed. */
const NEVER_REPEATED: ReadonlySet<string> = new Set(['figures', 'balance', 'session']);

type Heard = { readonly run: string; readonly number: number; readonly isRepeated: boolean };

/**
 * Compares what several pages of one buyer received, each from its first event to its last, over all connections: each
 * in order and nothing twice, and
 * replayed events by all or none of them. Only within one start of the hub: events between two starts are not replayed.
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

/** The next number of the same start, or a start that is new. */
function follows(event: Heard, events: readonly Heard[], before: number): boolean {
  const last = events[before]!;
  if (event.run === last.run) return event.number > last.number;
  return !events.slice(0, before).some(({ run }) => run === event.run);
}

function compareRun(pages: readonly (readonly Heard[])[]): string[] {
  if (pages.some((events) => events.length === 0)) return [];
  // Events before a page's first one are unknown to it; those after its last may be in transit.
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
