import type { Data, Input } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { toHtml } from '../../platform/mail/to-html.ts';
import { OutsideFailure } from '../../platform/refusal.ts';
import { readShopName } from './brand/shop-name.ts';
import { testMailTexts } from './test-mail.texts.ts';

/** Sends a mail directly, not through the outbox, and returns the mail server's error, or null. Audited either way. */
export async function sendTestMail(
  ctx: Ctx,
  mailer: Mailer,
  { body: { to } }: Input<'sendTestMail'>,
): Promise<Data<'sendTestMail'>> {
  requireAction(ctx.actor, 'mail.test');
  const { subject, lines } = testMailTexts[ctx.language](await readShopName(ctx.db, ctx.language));
  const messageId = `<test-${randomUUID()}@${new URL(ctx.publicUrl).hostname}>`;
  const mail = { to, subject, text: lines.join('\n\n'), html: toHtml(lines), messageId };
  const problem = await mailer.send(mail).then(() => null, problemOf);
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'mail.test', subject: `mail:${to}`, after: { problem } }),
  );
  return { problem };
}

function problemOf(error: unknown): string {
  if (error instanceof OutsideFailure) return error.message;
  throw error;
}
