import type { Ctx } from '../../../platform/context.ts';
import { toHtml } from '../../../platform/mail/to-html.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { readShopName } from '../../settings/index.ts';
import { findUser } from '../../users/index.ts';
import { issueCode } from '../email/mailed-codes.ts';
import { resetCodeTexts } from './reset-code-mail.texts.ts';

/** The mail with a reset code; null for an unknown address or a request that has ended. */
export async function renderResetCode(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const { db } = ctx;
  const issued = await issueCode(ctx, reference);
  const user = issued ? await findUser(db, issued.userId) : undefined;
  if (!issued || !user) return null;
  const siteName = await readShopName(db, user.language);
  const facts = { siteName, username: user.username, code: issued.code };
  const { subject, lines } = resetCodeTexts[user.language](facts);
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
