import { listPermissionHolders } from '../approvals/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Language } from '@portside/contract';
import { findLastEntry, lockAuditLog } from '../../platform/audit/audit.sql.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Telegram } from '../../platform/telegram.ts';
import { loadSettings, readShopName, writeShopLetter } from '../settings/index.ts';
import { findUser, findUserByEmail, readLanguage } from '../users/index.ts';
import type { Selectable, Generated } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export const AUDIT_HEAD_MAIL = 'auditHead';
/** Heads are mailed to those who may read the log. */
const RECIPIENTS_ACTION = 'audit.read';
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

/** The e-mail in the recipient's language; null if head or recipient are gone. */
export async function renderAuditHead(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const head = await getHead(ctx.db, reference);
  const user = await findUserByEmail(ctx.db, recipient);
  if (!head || !user) return null;
  const { subject, lines } = await textsOf(ctx, head, user.language);
  return writeShopLetter(ctx, user.language, () => ({ subject, blocks: lines }));
}

/** Sends the newest head to the operators' chat as well, if there is one. */
export const createTelegramHeadJob = (ctx: Ctx, telegram: Pick<Telegram, 'send'>): Job => ({
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

type MailedHead = Selectable<MailedAuditHeadsTable>;

const findLastHead = (db: Db): Promise<MailedHead | undefined> =>
  db.selectFrom('mailed_audit_heads').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

const getHead = (db: Db, id: bigint): Promise<MailedHead | undefined> =>
  db.selectFrom('mailed_audit_heads').selectAll().where('id', '=', id).executeTakeFirst();

export const findHeadOf = (db: Db, entryId: bigint): Promise<MailedHead | undefined> =>
  db
    .selectFrom('mailed_audit_heads')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

const insertHead = async (
  db: Db,
  head: { readonly entry_id: bigint; readonly hash: Buffer; readonly at: Date },
): Promise<bigint> =>
  (await db.insertInto('mailed_audit_heads').values(head).returning('id').executeTakeFirstOrThrow()).id;

async function markHeadSent(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('mailed_audit_heads').set({ telegram_at: now }).where('id', '=', id).execute();
}

/** Heads of the audit log that were mailed, so that a copy exists outside the database. */
type MailedAuditHeadsTable = {
  id: Generated<bigint>;
  entry_id: bigint;
  hash: Buffer;
  at: Date;
  /** When it was sent to the operators' chat. */
  telegram_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    mailed_audit_heads: MailedAuditHeadsTable;
  }
}

type Facts = {
  readonly siteName: string;
  readonly entry: string;
  readonly hash: string;
  readonly at: string;
  readonly url: string;
};

type Texts = { readonly subject: string; readonly lines: readonly string[] };

const WORDS: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, entry, at, url }) => ({
    subject: `${siteName}: state of the audit log, entry ${entry}`,
    lines: [
      `The last entry of the audit log on ${at}:`,
      'Keep this e-mail. If anyone later changes or removes entries in the database, this hash will no longer match the log.',
      `Compare it on the page “Audit log” under “Verify log”: ${url}`,
    ],
  }),
  'zh-cn': ({ siteName, entry, at, url }) => ({
    subject: `${siteName}：审计日志状态，第 ${entry} 条`,
    lines: [
      `截至 ${at} 审计日志的最后一条：`,
      '请保留此邮件。如果日后有人在数据库中篡改或删除日志，这里的哈希值将与日志不符。',
      `请在“审计日志”页面的“验证日志”中比对：${url}`,
    ],
  }),
  pt: ({ siteName, entry, at, url }) => ({
    subject: `${siteName}: estado do registro de auditoria, entrada ${entry}`,
    lines: [
      `Última entrada do registro de auditoria em ${at}:`,
      'Guarde este e-mail. Se alguém alterar ou apagar entradas no banco de dados, este hash deixará de corresponder ao registro.',
      `Compare-o na página do registro de auditoria, em “Verificar registro”: ${url}`,
    ],
  }),
  ru: ({ siteName, entry, at, url }) => ({
    subject: `${siteName}: состояние журнала действий, запись ${entry}`,
    lines: [
      `Последняя запись журнала действий на ${at}:`,
      'Сохраните это письмо. Если кто-то изменит или удалит записи в базе данных, этот хеш перестанет совпадать с журналом.',
      `Сравнить его можно на странице журнала действий, кнопка «Проверить журнал»: ${url}`,
    ],
  }),
};

/** The head as it is pasted back for comparison: number and hash of an entry. */
const formatHead = (entry: string, hash: string): string => `${entry} ${hash}`;

function auditHeadTexts(language: Language, facts: Facts): Texts {
  const { subject, lines } = WORDS[language](facts);
  const [first = '', ...rest] = lines;
  return { subject, lines: [first, formatHead(facts.entry, facts.hash), ...rest] };
}
