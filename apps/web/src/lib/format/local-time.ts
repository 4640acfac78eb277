import { shownTimeZone } from './times.ts';

/** "2026-11-21T07:30" in the time zone that the page shows, as <input type="datetime-local"> has it; empty for none. */
export const toLocalTime = (iso: string | null): string => (iso === null ? '' : wallTime(Date.parse(iso)));

/** The moment that such a field names. */
export function fromLocalTime(local: string): string {
  const wanted = Date.parse(`${local}Z`);
  const offsetAt = (ms: number): number => Date.parse(`${wallTime(ms)}Z`) - ms;
  // The offset may differ between the first guess and the moment itself, where clocks are changed.
  const near = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(near)).toISOString();
}

/** The name of such a field, with the time zone that it is in where that is not the reader's own. */
export function withTimeZone(label: string): string {
  const zone = shownTimeZone();
  return zone === undefined ? label : `${label} (${zone})`;
}

const wallTime = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: shownTimeZone() })
    .format(ms)
    .replace(' ', 'T');
