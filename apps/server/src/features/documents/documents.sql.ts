import type { DocumentName } from '@portside/contract';
import type { JSONColumnType, Selectable } from 'kysely';
import type { Texts } from '../goods/index.ts';
import type { Db } from '../../platform/db/db.ts';

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

export type DocumentRow = Selectable<DocumentsTable>;

/** Undefined where the shop still uses the built-in text. */
export const findDocument = (db: Db, name: DocumentName): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('name', '=', name).executeTakeFirst();

/** The documents that were edited; the others are built in. */
export const listDocumentRows = (db: Db): Promise<DocumentRow[]> =>
  db.selectFrom('documents').selectAll().execute();

/** Replaces all languages of the document. */
export async function saveDocument(db: Db, name: DocumentName, body: Texts, now: Date): Promise<void> {
  const written = { body: JSON.stringify(body), updated_at: now };
  await db
    .insertInto('documents')
    .values({ name, ...written })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(written))
    .execute();
}

export async function deleteDocument(db: Db, name: DocumentName): Promise<void> {
  await db.deleteFrom('documents').where('name', '=', name).execute();
}
