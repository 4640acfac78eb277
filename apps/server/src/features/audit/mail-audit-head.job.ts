import type { Language } from '@portside/contract';
import { findLastEntry, lockAuditLog } from '../../platform/audit/audit.sql.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { toHtml } from '../../platform/mail/to-html.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Telegram } from '../../platform/telegram/telegram.ts';
import { loadSettings, readShopName } from '../settings/index.ts';
import { findUser, findUserByEmail, listPermissionHolders, readLanguage } from '../users/index.ts';
import { auditHeadTexts } from './audit-head-mail.texts.ts';
import { findLastHead, getHead, insertHead, markHeadSent, type MailedHead } from './mailed-heads.sql.ts';

export const AUDIT_HEAD_MAIL = 'auditHead';
/** Heads are mailed to those who may read the log. */
const RECIPIENTS_ACTION = 'audit.read';
const DAY_MS = 24 * 60 * 60 * 1000;
const TELEGRAM_EVERY_MS = 60_000;

/**
 * Mails the number and hash of the log's last entry once a day to everyone who may read it, so that they are kept
 * outside the database as well. Nothing is mailed while the log has no new entry.
 */
export async function mailAuditHead(ctx: Ctx): Promise<{ more: boolean }> {
  await inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    const recent = await findLastHead(step.db);
    if (recent && now.getTime() - recent.at.getTime() < DAY_MS) return;
    // Two processes would mail it twice.
    await lockAuditLog(step.db);
    const [last, entry] = [await findLastHead(step.db), await findLastEntry(step.db)];
    if (!entry || last?.id !== recent?.id || last?.entry_id === entry.id) return;
    const id = await insertHead(step.db, { entry_id: entry.id, hash: entry.hash, at: now });
    const holders = await listPermissionHolders(step.db, RECIPIENTS_ACTION);
    const people = await Promise.all(holders.map((holder) => findUser(step.db, holder)));
    const mails = people.map((user) => ({ kind: AUDIT_HEAD_MAIL, reference: id, recipient: user!.email }));
    await queueMails(step.db, mails, now);
  });
  return { more: false };
}

/** The e-mail in the recipient's language; null where head or recipient are gone. */
export async function renderAuditHead(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const head = await getHead(ctx.db, reference);
  const user = await findUserByEmail(ctx.db, recipient);
  if (!head || !user) return null;
  const { subject, lines } = await textsOf(ctx, head, user.language);
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}

/** Sends the newest head to the operators' chat, too, where there is one. */
export const createTelegramHeadJob = (ctx: Ctx, telegram: Telegram): Job => ({
  name: 'send audit head by Telegram',
  everyMs: TELEGRAM_EVERY_MS,
  async run() {
    const { telegramChatId: chatId } = await loadSettings(ctx.db);
    const head = await findLastHead(ctx.db);
    if (chatId === '' || !head || head.telegram_at !== null) return { more: false };
    const [reader] = await listPermissionHolders(ctx.db, RECIPIENTS_ACTION);
    const language = reader === undefined ? 'en' : await readLanguage(ctx.db, reader);
    const { subject, lines } = await textsOf(ctx, head, language);
    await telegram.send(chatId, [subject, ...lines].join('\n\n'));
    await markHeadSent(ctx.db, head.id, ctx.clock.now());
    return { more: false };
  },
});

async function textsOf({ db, publicUrl }: Ctx, { entry_id, hash, at }: MailedHead, language: Language) {
  const siteName = await readShopName(db, language);
  return auditHeadTexts(language, {
    siteName,
    entry: entry_id.toString(),
    hash: hash.toString('hex'),
    at: at.toISOString(),
    url: `${publicUrl}/admin/audit`,
  });
}
