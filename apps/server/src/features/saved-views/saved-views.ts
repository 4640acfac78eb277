import type { Data, Input, SavedView } from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';

/** Of one admin, in all tables. */
const MOST_VIEWS = 200;

/** The caller's own views of a table, by name. */
export async function listSavedViews(
  { db, actor }: Ctx,
  { query }: Input<'listSavedViews'>,
): Promise<Data<'listSavedViews'>> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('user_id', '=', requireUser(actor).userId)
    .where('list', '=', query.table)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return pageOf(rows.map(present), query);
}

/** Saves a view, or replaces the one of its name. Refuses more than an admin can have (parameterError). */
export async function saveView(ctx: Ctx, { body }: Input<'saveView'>): Promise<SavedView> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async ({ db }) => {
    const row = await db
      .insertInto('saved_views')
      .values({ user_id: userId, list: body.table, name: body.name, query: body.query })
      .onConflict((key) => key.columns(['user_id', 'list', 'name']).doUpdateSet({ query: body.query }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const { count } = await db
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count > MOST_VIEWS) refuseField('parameterError', 'name', 'many', MOST_VIEWS);
    return present(row);
  });
}

/** Refuses one that is not the caller's (notFound). */
export async function deleteView({ db, actor }: Ctx, { params }: Input<'deleteView'>): Promise<null> {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('id', '=', BigInt(params.id))
    .where('user_id', '=', requireUser(actor).userId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) refuse('notFound');
  return null;
}

const present = ({ id, name, query }: Selectable<SavedViewsTable>): SavedView => ({
  id: String(id),
  name,
  query,
});

type SavedViewsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  list: string;
  name: string;
  query: string;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    saved_views: SavedViewsTable;
  }
}
