import type { Ctx } from '../../../platform/context.ts';
import { toHtml } from '../../../platform/mail/to-html.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { loadSettings } from '../../settings/index.ts';
import { findUser, findUserByEmail, type UserRow } from '../../users/index.ts';
import { emailTexts, type EmailNotice } from './email-mails.texts.ts';
import { makeCode } from './mailed-codes.ts';
import { findCode } from './mailed-codes.sql.ts';

/**
 * To the address that somebody wants to move to: a code, or to its owner where it is taken that somebody
 * wanted it. Null for a request that is over.
 */
export async function renderEmailCode(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const owner = await findUserByEmail(ctx.db, recipient);
  if (owner) {
    const request = await findCode(ctx.db, reference);
    return request && request.user_id !== owner.id ? write(ctx, owner, { is: 'taken' }) : null;
  }
  const made = await makeCode(ctx, reference);
  const user = made ? await findUser(ctx.db, made.userId) : undefined;
  return made && user ? write(ctx, user, { is: 'code', code: made.code }) : null;
}

/** To the former address, by the id of the user who left it. */
export const renderEmailChanged = (ctx: Ctx, userId: bigint) => renderNotice(ctx, userId, { is: 'changed' });

/** To the former address, by the id of the user whom the shop gave another. */
export const renderEmailReplaced = (ctx: Ctx, userId: bigint) =>
  renderNotice(ctx, userId, { is: 'replaced' });

async function renderNotice(ctx: Ctx, userId: bigint, notice: EmailNotice): Promise<MailMessage | null> {
  const user = await findUser(ctx.db, userId);
  return user ? write(ctx, user, notice) : null;
}

async function write({ db }: Ctx, user: UserRow, notice: EmailNotice): Promise<MailMessage> {
  const { siteName } = await loadSettings(db);
  const { subject, lines } = emailTexts(user.language, { siteName, username: user.username }, notice);
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
