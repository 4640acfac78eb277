import type { Data } from '@portside/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/refusal.ts';

/** "+08:00", "GMT+8", "Etc/GMT-8": the same letters mean east to one program and west to another. */
const OFFSET = /^(etc\/)?(gmt|utc)?\s*[+-]?\s*\d/i;

/**
 * A place, "Asia/Shanghai", or UTC. Names without a place, "CET", are abbreviations to PostgreSQL: it knows no summer time
 * for them, the runtime does.
 */
const PLACE = /^(?!Etc\/)\w+\/|^UTC$/;

/**
 * Refuses (invalidFormat, field `time_zone`) an offset, and a name that the database or the runtime does not know, or of
 * which they know different times: the database finds the shop's days, the runtime and browsers show them.
 */
export async function requireTimeZone(db: Db, name: string): Promise<void> {
  if (OFFSET.test(name)) refuseField('invalidFormat', 'time_zone', 'offset');
  if (!(await findTimeZones(db)).includes(name)) refuseField('invalidFormat', 'time_zone', 'unknown');
}

/** Those that may be chosen. */
export const listTimeZones = async ({ db }: Ctx): Promise<Data<'listTimeZones'>> => ({
  time_zones: await findTimeZones(db),
});

const findTimeZones = async (db: Db): Promise<string[]> =>
  (await compareTimeZones(db))
    .filter(({ name, apartS }) => PLACE.test(name) && apartS === 0)
    .map(({ name }) => name);

/**
 * The zones that both know, and by how many seconds the database's clock there is ahead of the runtime's. Each brings
 * rules of its own, and governments change them at short notice.
 */
export async function compareTimeZones(db: Db): Promise<{ name: string; apartS: number }[]> {
  const { rows } = await sql<{ name: string; offset: number; now: Date }>`
    select name, extract(epoch from utc_offset)::int as offset, now() as now
    from pg_timezone_names order by name`.execute(db);
  return rows
    .filter(({ name }) => isRuntimeZone(name))
    .map(({ name, offset, now }) => ({ name, apartS: offset - runtimeOffset(name, now) }));
}

/** In seconds east of Greenwich. */
function runtimeOffset(timeZone: string, at: Date): number {
  const local = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(at);
  return (Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(at.getTime() / 1_000) * 1_000) / 1_000;
}

/** Whether the runtime knows the time zone. */
export function isRuntimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
