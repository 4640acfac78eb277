import {
  textIn,
  DOCUMENT_NAMES,
  type Data,
  type DocumentName,
  type Input,
  type WrittenDocument,
} from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import {
  findDocument,
  listDocumentRows,
  type DocumentRow,
  deleteDocument,
  saveDocument,
} from './documents.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { cleanTexts } from '../goods/index.ts';

/** The operator's text in the reader's language, else in English or any; null where the built-in one applies. */
export async function readDocument(
  { db, language }: Ctx,
  { params }: Input<'readDocument'>,
): Promise<Data<'readDocument'>> {
  const row = await findDocument(db, params.name);
  if (!row) return { body: null, updated_at: null };
  return { body: textIn(row.body, language), updated_at: row.updated_at.toISOString() };
}

/** All documents, with an empty body where the built-in text applies. */
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
    if (Object.keys(body).length === 0) await deleteDocument(step.db, name);
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
