import { dayOf } from './days.ts';
import { twoDigits } from './times.ts';

/** "2026-11-21T07:30" in the reader's time zone, as <input type="datetime-local"> has it; empty for none. */
export function toLocalTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return `${dayOf(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The moment that such a field names. */
export const fromLocalTime = (local: string): string => new Date(local).toISOString();
