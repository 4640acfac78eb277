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
 * Refuses (invalidFormat, field `time_zone`) an offset, and a name that the database or the runtime does not know: the
 * database finds the shop's days, the runtime and browsers show them.
 */
export async function requireTimeZone(db: Db, name: string): Promise<void> {
  if (OFFSET.test(name)) refuseField('invalidFormat', 'time_zone', 'offset');
  if (!(await findTimeZones(db)).includes(name)) refuseField('invalidFormat', 'time_zone', 'unknown');
}

/** Those that may be chosen. */
export const listTimeZones = async ({ db }: Ctx): Promise<Data<'listTimeZones'>> => ({
  time_zones: await findTimeZones(db),
});

async function findTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => PLACE.test(name) && isRuntimeZone(name));
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
