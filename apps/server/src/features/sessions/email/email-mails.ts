import type { Ctx } from '../../../platform/context.ts';
import { toHtml } from '../../../platform/mail/to-html.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { findProposals } from '../../approvals/index.ts';
import { readShopName } from '../../settings/index.ts';
import { findUser, findUserByEmail, type UserRow } from '../../users/index.ts';
import { emailTexts, type EmailNotice } from './email-mails.texts.ts';
import { issueCode } from './mailed-codes.ts';
import { findCode } from './mailed-codes.sql.ts';
import type { EmailTerms } from '../sessions.events.ts';

/**
 * The mail to the address that a user wants to change to: a code, or, where the address belongs to another user, a
 * notice to them. Null for a request that has ended.
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
  const issued = await issueCode(ctx, reference);
  const user = issued ? await findUser(ctx.db, issued.userId) : undefined;
  return issued && user ? write(ctx, user, { is: 'code', code: issued.code }) : null;
}

/** The mail to the address in force while one that an admin has set waits; null once it does not any more. */
export async function renderEmailWaits(ctx: Ctx, proposalId: bigint): Promise<MailMessage | null> {
  const [proposal] = await findProposals(ctx.db, [proposalId]);
  if (!proposal?.due_at || proposal.settled_at !== null) return null;
  const { user_id: userId } = proposal.terms as EmailTerms;
  return renderNotice(ctx, BigInt(userId), { is: 'waits', until: proposal.due_at });
}

/** The mail to the former address after the user has changed it. */
export const renderEmailChanged = (ctx: Ctx, userId: bigint) => renderNotice(ctx, userId, { is: 'changed' });

/** The mail to the former address after an admin has replaced it. */
export const renderEmailReplaced = (ctx: Ctx, userId: bigint) =>
  renderNotice(ctx, userId, { is: 'replaced' });

async function renderNotice(ctx: Ctx, userId: bigint, notice: EmailNotice): Promise<MailMessage | null> {
  const user = await findUser(ctx.db, userId);
  return user ? write(ctx, user, notice) : null;
}

async function write({ db }: Ctx, user: UserRow, notice: EmailNotice): Promise<MailMessage> {
  const siteName = await readShopName(db, user.language);
  const { subject, lines } = emailTexts(user.language, { siteName, username: user.username }, notice);
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
