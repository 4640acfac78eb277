import { sql } from 'kysely';
import { dayStart } from '../../platform/db/day-start.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from './settings-table.ts';

/** A period as the back office sends it: moments, or days of the shop; an open end is undefined. */
type Period = { readonly from?: string | undefined; readonly to?: string | undefined };

type Moments = {
  readonly from: Date | undefined;
  /** The last moment, to the millisecond, of which orders and movements have their times. */
  readonly to: Date | undefined;
  /** The end for lists that leave out the moment which a period ends with; of a day, the start of the next one. */
  readonly end: Date | undefined;
};

const isDay = (end: string | undefined): end is string => end !== undefined && !end.includes('T');

/** The moments of a period. A day has all of itself, from its first moment in the shop's time zone to its last. */
export async function resolvePeriod(db: Db, { from, to }: Period): Promise<Moments> {
  const sent = { from: toDate(from), to: toDate(to), end: toDate(to) };
  if (!isDay(from) && !isDay(to)) return sent;
  const zone = await readSetting(db, 'timeZone');
  const days = { first: isDay(from) ? from : null, last: isDay(to) ? to : null };
  const { rows } = await sql<{ first: Date | null; end: Date | null }>`
    select ${dayStart(sql`${days.first}::date`, zone)} as first,
      ${dayStart(sql`${days.last}::date + 1`, zone)} as "end"`.execute(db);
  const { first, end } = rows[0]!;
  return {
    from: first ?? sent.from,
    ...(end ? { to: new Date(end.getTime() - 1), end } : { to: sent.to, end: sent.end }),
  };
}

const toDate = (moment: string | undefined): Date | undefined =>
  moment === undefined ? undefined : new Date(moment);

/** For a file's name: the days that it covers and whose they are, "2026-11-01-2026-11-30-Asia-Shanghai". */
export async function nameDays(db: Db, { from, to }: Period): Promise<string | undefined> {
  const [first, last] = [isDay(from) && from, isDay(to) && to];
  if (!first && !last) return undefined;
  const days = first && last ? `${first}-${last}` : first ? `from-${first}` : `to-${last}`;
  return `${days}-${nameZone(await readSetting(db, 'timeZone'))}`;
}

/** The day of a moment in a time zone, "2026-11-21". */
export const dayIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(at);

/** The same to the minute, with the zone: "2026-11-21 14:30 (Asia/Shanghai)". */
export const minuteIn = (zone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(at)} (${zone})`;

/** A time zone as a file's name can hold it. */
export const nameZone = (zone: string): string => zone.replaceAll(/[^\w+-]/g, '-');
