import type { Data, Input, SavedReply } from '@portside/contract';
import type { Generated, Selectable } from 'kysely';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { withoutEmptyTexts, type Texts } from '../goods/index.ts';

type SavedRepliesTable = {
  id: Generated<bigint>;
  name: string;
  texts: Texts;
  updated_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    saved_replies: SavedRepliesTable;
  }
}

type Row = Selectable<SavedRepliesTable>;

const present = ({ id, name, texts, updated_at: at }: Row): SavedReply => ({
  id: id.toString(),
  name,
  texts,
  updated_at: at.toISOString(),
});

/** There are as many as a team remembers. */
export async function listSavedReplies(
  { db }: Ctx,
  { query }: Input<'listSavedReplies'>,
): Promise<Data<'listSavedReplies'>> {
  const rows = await db.selectFrom('saved_replies').selectAll().orderBy('name').execute();
  return pageOf(rows.map(present), query);
}

type Written = Input<'createSavedReply'>['body'];

/** Refuses a reply in no language (missingParameters). */
function valuesOf({ name, texts }: Written, now: Date) {
  const kept = withoutEmptyTexts(texts);
  if (Object.keys(kept).length === 0) refuseField('missingParameters', 'texts', 'missing');
  return { name, texts: kept, updated_at: now };
}

/** Refuses as `valuesOf` does, and a name that another has (invalidFormat). */
export async function createSavedReply(ctx: Ctx, { body }: Input<'createSavedReply'>): Promise<SavedReply> {
  return inTransaction(ctx, async (step) => {
    const values = valuesOf(body, step.clock.now());
    const after = await step.db
      .insertInto('saved_replies')
      .values(values)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await record(step, 'savedReply.create', null, after);
    return present(after);
  });
}

/** Refuses as `createSavedReply` does, and an unknown one (notFound). */
export async function updateSavedReply(
  ctx: Ctx,
  { params, body }: Input<'updateSavedReply'>,
): Promise<SavedReply> {
  return inTransaction(ctx, async (step) => {
    const before = await lock(step, BigInt(params.id));
    const after = await step.db
      .updateTable('saved_replies')
      .set(valuesOf(body, step.clock.now()))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await record(step, 'savedReply.update', before, after);
    return present(after);
  });
}

/** Refuses an unknown one (notFound). */
export async function deleteSavedReply(ctx: Ctx, { params }: Input<'deleteSavedReply'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lock(step, BigInt(params.id));
    await step.db.deleteFrom('saved_replies').where('id', '=', before.id).execute();
    await record(step, 'savedReply.delete', before, null);
    return null;
  });
}

const lock = async ({ db }: Ctx, id: bigint): Promise<Row> =>
  (await db.selectFrom('saved_replies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
  refuse('notFound');

function refuseTaken(error: unknown): never {
  if (brokenConstraint(error) === 'saved_replies_name_key') refuseField('invalidFormat', 'name', 'twice');
  throw error;
}

const factsOf = (row: Row | null) => row && { name: row.name, ...row.texts };

const record = (
  step: Ctx,
  action: 'savedReply.create' | 'savedReply.update' | 'savedReply.delete',
  before: Row | null,
  after: Row | null,
): Promise<void> =>
  recordAudit(step, {
    action,
    subject: `savedReply:${(after ?? before)!.id}`,
    before: factsOf(before),
    after: factsOf(after),
  });
