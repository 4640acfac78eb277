import type { Ctx } from '../../../platform/context.ts';
import { toHtml } from '../../../platform/mail/to-html.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { loadSettings } from '../../settings/index.ts';
import { findUser } from '../../users/index.ts';
import { makeCode } from '../email/mailed-codes.ts';
import { resetCodeTexts } from './reset-code-mail.texts.ts';

/** Null for an unknown address or a request that is over. */
export async function renderResetCode(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const { db } = ctx;
  const made = await makeCode(ctx, reference);
  const user = made ? await findUser(db, made.userId) : undefined;
  if (!made || !user) return null;
  const { siteName } = await loadSettings(db);
  const facts = { siteName, username: user.username, code: made.code };
  const { subject, lines } = resetCodeTexts[user.language](facts);
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
