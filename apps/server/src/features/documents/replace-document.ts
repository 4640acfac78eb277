import type { Input, WrittenDocument } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { cleanTexts } from '../goods/index.ts';
import { deleteDocument, findDocument, saveDocument } from './documents.sql.ts';
import { presentDocument } from './read-documents.ts';

/** Replaces the operator's text; without any text the built-in one applies again. */
export async function replaceDocument(
  ctx: Ctx,
  { params: { name }, body: written }: Input<'replaceDocument'>,
): Promise<WrittenDocument> {
  requireAction(ctx.actor, 'document.write');
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
