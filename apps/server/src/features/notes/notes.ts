import type { Data, Input, Note, NoteSubject } from '@portside/contract';
import { type Generated, type Selectable, sql } from 'kysely';
import { requireAction, requireAdmin, requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';

type NotesTable = {
  id: Generated<bigint>;
  subject: NoteSubject;
  subject_id: bigint;
  text: string;
  written_by: bigint;
  created_at: Date;
  edited_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    notes: NotesTable;
  }
}

type NoteRow = Selectable<NotesTable> & { readonly writer: string };

/** What one must be allowed to read for reading and writing notes about it. */
const READS: Record<NoteSubject, string> = { user: 'user.read', order: 'order.read', goods: 'stock.read' };

const IDS: Record<NoteSubject, (db: Db, id: string) => Promise<{ id: bigint } | undefined>> = {
  user: (db, id) => byId(db, 'users', id),
  goods: (db, id) => byId(db, 'goods', id),
  order: (db, id) => db.selectFrom('orders').select('id').where('order_no', '=', id).executeTakeFirst(),
};

const byId = async (db: Db, table: 'users' | 'goods', id: string): Promise<{ id: bigint } | undefined> =>
  /^\d{1,18}$/.test(id)
    ? db.selectFrom(table).select('id').where('id', '=', BigInt(id)).executeTakeFirst()
    : undefined;

/** The id of what a note is about. Refuses who may not read it (noPermission), and what does not exist (notFound). */
async function findSubject(
  { db, actor }: Ctx,
  { about, id }: { readonly about: NoteSubject; readonly id: string },
): Promise<bigint> {
  requireAdmin(actor);
  requireAction(actor, READS[about]);
  return ((await IDS[about](db, id)) ?? refuse('notFound', about)).id;
}

const selectNotes = (db: Db) =>
  db
    .selectFrom('notes')
    .innerJoin('users', 'users.id', 'notes.written_by')
    .selectAll('notes')
    .select('users.username as writer');

const present = ({ actor }: Ctx, note: NoteRow): Note => ({
  id: note.id.toString(),
  text: note.text,
  written_by: note.writer,
  is_own: actor.kind === 'user' && actor.userId === note.written_by,
  created_at: note.created_at.toISOString(),
  edited_at: note.edited_at && note.edited_at.toISOString(),
});

/** Newest first. Refuses as `findSubject` does. */
export async function listNotes(ctx: Ctx, { query }: Input<'listNotes'>): Promise<Data<'listNotes'>> {
  const subjectId = await findSubject(ctx, query);
  const before = readIdCursor(query.cursor);
  const rows = await selectNotes(ctx.db)
    .where('subject', '=', query.about)
    .where('subject_id', '=', subjectId)
    .$if(before !== undefined, (some) => some.where('notes.id', '<', before!))
    .orderBy('notes.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map((row) => present(ctx, row)), next_cursor: nextCursor, total: null };
}

/** Refuses as `findSubject` does. */
export async function createNote(ctx: Ctx, { body }: Input<'createNote'>): Promise<Note> {
  const subject_id = await findSubject(ctx, body);
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { id } = await step.db
      .insertInto('notes')
      .values({
        subject: body.about,
        subject_id,
        text: body.text,
        written_by: userId,
        created_at: step.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const subject = `${body.about}:${body.id}`;
    await recordAudit(step, { action: 'note.create', subject, after: { note: String(id), text: body.text } });
    return present(step, await selectNotes(step.db).where('notes.id', '=', id).executeTakeFirstOrThrow());
  });
}

/** Refuses another's note (noPermission), and an unknown one (notFound). */
export async function updateNote(ctx: Ctx, { params, body }: Input<'updateNote'>): Promise<Note> {
  return inTransaction(ctx, async (step) => {
    const before = await lockOwn(step, BigInt(params.id));
    await step.db
      .updateTable('notes')
      .set({ text: body.text, edited_at: step.clock.now() })
      .where('id', '=', before.id)
      .execute();
    await recordAudit(step, {
      action: 'note.update',
      subject: await nameSubject(step.db, before),
      before: { note: params.id, text: before.text },
      after: { note: params.id, text: body.text },
    });
    const after = selectNotes(step.db).where('notes.id', '=', before.id);
    return present(step, await after.executeTakeFirstOrThrow());
  });
}

/** Refuses as `updateNote` does. */
export async function deleteNote(ctx: Ctx, { params }: Input<'deleteNote'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockOwn(step, BigInt(params.id));
    await step.db.deleteFrom('notes').where('id', '=', before.id).execute();
    await recordAudit(step, {
      action: 'note.delete',
      subject: await nameSubject(step.db, before),
      before: { note: params.id, text: before.text },
    });
    return null;
  });
}

async function lockOwn({ db, actor }: Ctx, id: bigint): Promise<Selectable<NotesTable>> {
  requireAdmin(actor);
  const { userId } = requireUser(actor);
  const note = await db.selectFrom('notes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!note) refuse('notFound');
  requireAction(actor, READS[note.subject]);
  return note.written_by === userId ? note : refuse('noPermission', 'not their own note');
}

/** As the audit log names it: an order by its number. */
async function nameSubject(
  db: Db,
  { subject, subject_id: id }: Pick<NotesTable, 'subject' | 'subject_id'>,
): Promise<string> {
  if (subject !== 'order') return `${subject}:${id}`;
  const { rows } = await sql<{ order_no: string }>`select order_no from orders where id = ${id}`.execute(db);
  return `order:${rows[0]?.order_no ?? id}`;
}
