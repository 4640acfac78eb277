import type { Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { toHtml } from '../../platform/mail/to-html.ts';
import { readShopName } from '../settings/index.ts';
import { findUser } from '../users/index.ts';
import { answerTexts } from './answer-mail.texts.ts';
import { findMessage, type MessageRow } from './messages.sql.ts';

/** The kind of mail with an answer of the shop; its reference is the message. */
export const ANSWER_MAIL = 'support-answer';

/** Sends the shop's answer to a blocked user by e-mail too: they get no live events, and may have left the page. */
export async function mailAnswerIfBlocked({ db, clock }: Ctx, { id, user_id }: MessageRow): Promise<void> {
  const user = await findUser(db, user_id);
  if (user?.status !== 'frozen') return;
  await queueMails(db, [{ kind: ANSWER_MAIL, reference: id, recipient: user.email }], clock.now());
}

/** Null where the user is blocked no more: they read it on the page. */
export async function renderAnswer(ctx: Ctx, messageId: bigint): Promise<MailMessage | null> {
  const message = await findMessage(ctx.db, messageId);
  const user = message && (await findUser(ctx.db, message.user_id));
  if (!user || user.status !== 'frozen') return null;
  const siteName = await readShopName(ctx.db, user.language);
  const signInUrl = new URL('/login', ctx.publicUrl).href;
  const facts = { siteName, username: user.username, signInUrl };
  const { subject, before, image, after } = answerTexts(user.language, facts);
  const answer = message.text ? message.text.split('\n').filter((line) => line.trim() !== '') : [image];
  const lines = [before, ...answer, after];
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
