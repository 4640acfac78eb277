import { hash } from 'node:crypto';
import type { Data, Input } from '@portside/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { findLevelId } from '../users/index.ts';

/**
 * Changes after the cursor of an earlier answer, or all products on sale for the caller. A product that only a link leads
 * to is in no list, so it is not here either. Refuses a cursor that cannot be continued (cursorTooOld): of another level,
 * as what its holder sees is different now, of another shop, or from before the restoring of a backup.
 */
export async function readChanges(
  { db, actor, publicUrl }: Ctx,
  { query }: Input<'readChanges'>,
): Promise<Data<'readChanges'>> {
  const level = actor.kind === 'user' ? ((await findLevelId(db, actor.userId)) ?? 0n) : 0n;
  const of = `${level}-${hash('sha256', publicUrl).slice(0, 8)}`;
  const after = query.after === undefined ? null : readCursor(query.after, of);
  const isSeen = sql<boolean>`offer is not null and (for_everybody or ${level}::bigint = any(level_ids))`;
  const wasSeen = sql<boolean>`(was_for_everybody or ${level}::bigint = any(former_level_ids))`;
  const rows = await db
    .selectFrom('goods_changes')
    .select(['goods_id', 'number', 'changed_at', 'offer', isSeen.as('is_seen')])
    .where('number', '>', after?.number ?? 0n)
    .where(after === null ? isSeen : sql<boolean>`(${isSeen} or ${wasSeen})`)
    .orderBy('number')
    .limit(query.limit + 1)
    .execute();
  const shown = rows.slice(0, query.limit);
  const to = shown.at(-1)?.number ?? after?.number ?? 0n;
  const known = await readLatest(db, after?.number ?? 0n, to);
  if (after && (known.beforeMs > after.latestMs || after.number > known.last))
    refuse('cursorTooOld', 'from another past');
  return {
    changes: shown.map(({ goods_id: goodsId, changed_at: changedAt, offer, is_seen: isOffered }) => ({
      goods_id: goodsId.toString(),
      changed_at: changedAt.toISOString(),
      offer: isOffered ? offer : null,
    })),
    cursor: to === after?.number ? query.after! : `${to}-${known.untilMs.toString(36)}-${of}`,
    has_more: rows.length > query.limit,
  };
}

/** The number of the last change that its holder was told of, and when the latest of those up to it were made. */
type Cursor = { readonly number: bigint; readonly latestMs: number };

function readCursor(cursor: string, of: string): Cursor {
  const [, number, latest, whose] = /^(\d{1,18})-([0-9a-z]{1,9})-(\d{1,18}-[0-9a-f]{8})$/.exec(cursor) ?? [];
  if (number === undefined) refuseField('invalidFormat', 'after', 'wrong');
  if (whose !== of) refuse('cursorTooOld', 'another level or shop');
  return { number: BigInt(number), latestMs: Number.parseInt(latest!, 36) };
}

/**
 * The last number, and when the latest changes up to two numbers were made. Numbers only go up, so that is never later
 * than it was: unless a backup was restored since, after which the numbers were given again.
 */
async function readLatest(
  db: Ctx['db'],
  before: bigint,
  until: bigint,
): Promise<{ last: bigint; beforeMs: number; untilMs: number }> {
  const { rows } = await sql<{ last: bigint | null; before: Date | null; until: Date | null }>`
    select max(number) as last, max(changed_at) filter (where number <= ${before}) as before,
      max(changed_at) filter (where number <= ${until}) as until
    from goods_changes`.execute(db);
  const latest = rows[0]!;
  return {
    last: latest.last ?? 0n,
    beforeMs: latest.before?.getTime() ?? 0,
    untilMs: latest.until?.getTime() ?? 0,
  };
}
