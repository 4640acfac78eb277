import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { presentUserImport } from './user-imports.present.ts';
import { listUserImportRows } from './user-imports.sql.ts';

/** Files of users, newest first. */
export async function listUserImports(
  { actor, db }: Ctx,
  { query }: Input<'listUserImports'>,
): Promise<Data<'listUserImports'>> {
  requireAction(actor, 'user.import');
  const rows = await listUserImportRows(db, { before: readIdCursor(query.cursor) }, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map(presentUserImport), next_cursor: nextCursor, total: null };
}
