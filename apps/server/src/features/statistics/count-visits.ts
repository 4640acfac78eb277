import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs.ts';
import { readSetting } from '../settings/index.ts';

/** Pages opened and not written yet. */
const unwritten = new WeakMap<Db, number>();

const OFFICE = /^\/(admin|sandbox)(\/|\?|$)/i;

/**
 * Counts the pages of the shop that browsers open, and nothing about who does: no cookie, no address. Browsers say that
 * a person navigates; crawlers and programs do not. Moving on inside an open page is no visit.
 */
export function countVisits(http: FastifyInstance, { db }: Pick<Ctx, 'db'>): void {
  http.addHook('onResponse', async ({ method, url, headers }, { statusCode }) => {
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    if (!isOpened || method !== 'GET' || statusCode >= 400 || OFFICE.test(url)) return;
    unwritten.set(db, (unwritten.get(db) ?? 0) + 1);
  });
}

/** Writes what this process has counted, on the shop's day. What cannot be written is counted again. */
async function writeVisits({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const visits = unwritten.get(db) ?? 0;
  if (visits === 0) return { more: false };
  unwritten.set(db, 0);
  try {
    const zone = await readSetting(db, 'timeZone');
    await sql`
      insert into visits_by_day as known (day, visits)
      values ((${clock.now()}::timestamptz at time zone ${zone}::text)::date, ${visits})
      on conflict (day) do update set visits = known.visits + excluded.visits`.execute(db);
  } catch (error) {
    unwritten.set(db, (unwritten.get(db) ?? 0) + visits);
    throw error;
  }
  return { more: false };
}

/** In every process, as each counts its own visits. A killed process loses some seconds. */
export const createCountVisitsJob = (ctx: Ctx): Job => ({
  name: 'count visits',
  everyMs: 5 * SECOND_MS,
  isEverywhere: true,
  run: () => writeVisits(ctx),
});

declare module '../../platform/db/db.ts' {
  interface Database {
    visits_by_day: { day: string; visits: bigint };
  }
}
