import {
  textIn,
  DOCUMENT_NAMES,
  type Data,
  type DocumentName,
  type Input,
  type WrittenDocument,
} from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import type { JSONColumnType, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { cleanTexts, type Texts } from '../goods/index.ts';

/** The operator's text in the reader's language, else in English or any; null if the built-in one applies. */
export async function readDocument(
  { db, language }: Ctx,
  { params }: Input<'readDocument'>,
): Promise<Data<'readDocument'>> {
  const row = await findDocument(db, params.name);
  if (!row) return { body: null, updated_at: null };
  return { body: textIn(row.body, language), updated_at: row.updated_at.toISOString() };
}

/** All documents, with an empty body if the built-in text applies. */
export async function listDocuments({ db }: Ctx): Promise<Data<'listDocuments'>> {
  const rows = await listDocumentRows(db);
  const items = DOCUMENT_NAMES.map((name) =>
    presentDocument(
      name,
      rows.find((row) => row.name === name),
    ),
  );
  return { items, next_cursor: null, total: items.length };
}

/** Without a row: no text of its own, so readers see the built-in one. */
const presentDocument = (name: DocumentName, row: DocumentRow | undefined): WrittenDocument => ({
  name,
  body: row?.body ?? {},
  updated_at: row?.updated_at.toISOString() ?? null,
});

/** Replaces the operator's text; without any text the built-in one applies again. */
export async function replaceDocument(
  ctx: Ctx,
  { params: { name }, body: written }: Input<'replaceDocument'>,
): Promise<WrittenDocument> {
  const body = cleanTexts(written.body);
  return inTransaction(ctx, async (step) => {
    const before = await findDocument(step.db, name);
    const isEmpty = Object.keys(body).length === 0;
    if (isEmpty) await step.db.deleteFrom('documents').where('name', '=', name).execute();
    else await saveDocument(step.db, name, body, step.clock.now());
    await recordAudit(step, {
      action: 'document.update',
      subject: `document:${name}`,
      before: { body: before?.body ?? {} },
      after: { body },
    });
    return presentDocument(name, await findDocument(step.db, name));
  });
}

type DocumentsTable = {
  name: DocumentName;
  /** Sanitised HTML. */
  body: JSONColumnType<Texts>;
  updated_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    documents: DocumentsTable;
  }
}

type DocumentRow = Selectable<DocumentsTable>;

/** Undefined if the shop still uses the built-in text. */
export const findDocument = (db: Db, name: DocumentName): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('name', '=', name).executeTakeFirst();

/** The documents that were edited; the others are built in. */
export const listDocumentRows = (db: Db): Promise<DocumentRow[]> =>
  db.selectFrom('documents').selectAll().execute();

/** Replaces all languages of the document. */
async function saveDocument(db: Db, name: DocumentName, body: Texts, now: Date): Promise<void> {
  const written = { body: JSON.stringify(body), updated_at: now };
  await db
    .insertInto('documents')
    .values({ name, ...written })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
    .execute();
}
