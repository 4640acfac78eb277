import type { Data, Input } from '@portside/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { findLevelId } from '../users/index.ts';
import type { ChangeRow } from './record-changes.ts';

/**
 * Changes after the cursor of an earlier answer, or all products on sale for the caller. A product that only a link leads
 * to is in no list, so it is not here either. Refuses a cursor of another level, as what its holder sees is different
 * now, and one from the future, as after the restoring of a backup (cursorTooOld).
 */
export async function readChanges(
  { db, actor }: Ctx,
  { query }: Input<'readChanges'>,
): Promise<Data<'readChanges'>> {
  const level = actor.kind === 'user' ? ((await findLevelId(db, actor.userId)) ?? 0n) : 0n;
  const after = query.after === undefined ? null : readCursor(query.after, level);
  const isSeen = sql<boolean>`offer is not null and (for_everybody or ${level}::bigint = any(level_ids))`;
  const wasSeen = sql<boolean>`(was_for_everybody or ${level}::bigint = any(former_level_ids))`;
  const rows = await db
    .selectFrom('goods_changes')
    .select(['goods_id', 'number', 'changed_at', 'offer', isSeen.as('is_seen')])
    .where('number', '>', after ?? 0n)
    .where(after === null ? isSeen : sql<boolean>`(${isSeen} or ${wasSeen})`)
    .orderBy('number')
    .limit(query.limit + 1)
    .execute();
  if (after !== null && rows.length === 0) await requireKnown(db, after);
  const shown = rows.slice(0, query.limit);
  return {
    changes: shown.map(({ goods_id: goodsId, changed_at: changedAt, offer, is_seen: isOffered }) => ({
      goods_id: goodsId.toString(),
      changed_at: changedAt.toISOString(),
      offer: isOffered ? offer : null,
    })),
    cursor: `${shown.at(-1)?.number ?? after ?? 0n}-${level}`,
    has_more: rows.length > query.limit,
  };
}

/** The number of the last change that its holder was told of. */
function readCursor(cursor: string, level: bigint): bigint {
  const [, number, ofLevel] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor) ?? [];
  if (number === undefined) refuseField('invalidFormat', 'after', 'wrong');
  return BigInt(ofLevel!) === level ? BigInt(number) : refuse('cursorTooOld', 'another level');
}

async function requireKnown(db: Ctx['db'], number: bigint): Promise<void> {
  const last = await db
    .selectFrom('goods_changes')
    .select(({ fn }) => fn.max<ChangeRow['number'] | null>('number').as('number'))
    .executeTakeFirstOrThrow();
  if (number > (last.number ?? 0n)) refuse('cursorTooOld', 'from the future');
}
