import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs.ts';
import { addAgentClicks } from '../agents/index.ts';
import { readSetting } from '../settings/index.ts';

/** Pages opened and not written yet, and of them those by an agent's link, by its code. */
const unwritten = new WeakMap<Db, number>();
const unwrittenClicks = new WeakMap<Db, Map<string, number>>();

const CODE = /[?&]promotion_code=([A-Za-z0-9]{8})(?:&|$)/;
/** Whoever opens links with many codes that are none does not fill the memory. */
const MOST_CODES = 10_000;

const OFFICE = /^\/(admin|sandbox)(\/|\?|$)/i;

/**
 * Counts the pages of the shop that browsers open, those by an agent's link for the agent too, and nothing about who
 * does: no cookie, no address. Browsers say that a person navigates; crawlers and programs do not. Moving on inside an
 * open page is no visit.
 */
export function countVisits(http: FastifyInstance, { db }: Pick<Ctx, 'db'>): void {
  http.addHook('onResponse', async ({ method, url, headers }, { statusCode }) => {
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    if (!isOpened || method !== 'GET' || statusCode >= 400 || OFFICE.test(url)) return;
    unwritten.set(db, (unwritten.get(db) ?? 0) + 1);
    const code = CODE.exec(url)?.[1]?.toUpperCase();
    if (code !== undefined) addClicks(db, new Map([[code, 1]]));
  });
}

function addClicks(db: Db, more: ReadonlyMap<string, number>): void {
  const clicks = unwrittenClicks.get(db) ?? new Map<string, number>();
  for (const [code, count] of more)
    if (clicks.has(code) || clicks.size < MOST_CODES) clicks.set(code, (clicks.get(code) ?? 0) + count);
  unwrittenClicks.set(db, clicks);
}

/** Writes what this process has counted, on the shop's day. What cannot be written is counted again. */
async function writeVisits(ctx: Ctx): Promise<{ more: boolean }> {
  const { db } = ctx;
  const visits = unwritten.get(db) ?? 0;
  if (visits === 0) return { more: false };
  const clicks = unwrittenClicks.get(db) ?? new Map<string, number>();
  unwritten.set(db, 0);
  unwrittenClicks.delete(db);
  try {
    await addVisits(ctx, visits, clicks);
  } catch (error) {
    unwritten.set(db, (unwritten.get(db) ?? 0) + visits);
    addClicks(db, clicks);
    throw error;
  }
  return { more: false };
}

/** Adds visits, and of them those by agents' links, on the shop's day. */
export async function addVisits(
  ctx: Ctx,
  visits: number,
  clicks: ReadonlyMap<string, number>,
): Promise<void> {
  const { clock } = ctx;
  const zone = await readSetting(ctx.db, 'timeZone');
  await inTransaction(ctx, async (step) => {
    if (clicks.size > 0) await addAgentClicks(step, clicks, zone);
    await sql`
      insert into visits_by_day as known (day, visits)
      values ((${clock.now()}::timestamptz at time zone ${zone}::text)::date, ${visits})
      on conflict (day) do update set visits = known.visits + excluded.visits`.execute(step.db);
  });
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
