import type { AnsweredMessage, SupportMessage, Language } from '@portside/contract';
import { requireUser, type Actor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Image } from '../../platform/uploads/read-image.ts';
import { storeUpload } from '../../platform/uploads/uploads.ts';
import { takeImage } from './images.ts';
import { addMessage, addUserMessage, type NewMessage, presentAnswered } from './add-message.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { writeShopLetter } from '../settings/index.ts';
import type { NoticeWay } from '@portside/contract/notices/notices';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { isToldNow, NOTICE_MAILS, notify, type Told } from '../notices/index.ts';
import { findUser, type UserRow } from '../users/index.ts';
import { findConversation, findMessage, type MessageRow } from './support.sql.ts';

type Content = NewMessage['content'];

/** Sends the caller's message to the shop. Refuses more than the daily limit (tooManyTries). */
export async function sendSupportMessage(ctx: Ctx, content: Content): Promise<SupportMessage> {
  const { userId } = requireUser(ctx.actor);
  return addUserMessage(ctx, userId, content);
}

/** Sends the shop's message to a user, also by e-mail if they are blocked. Refuses an unknown user (notFound). */
export async function answerConversation(
  ctx: Ctx,
  userId: bigint,
  content: Content,
): Promise<AnsweredMessage> {
  return inTransaction(ctx, async (step) => {
    const row = await addMessage(step, {
      userId,
      sender: 'shop',
      answeredBy: adminOf(step.actor),
      content,
    });
    await mailAnswer(step, row);
    await recordAudit(step, {
      action: 'support.answer',
      subject: `user:${userId}`,
      after: { message: row.id },
    });
    return presentAnswered(row);
  });
}

/** `sendSupportMessage` with an image, which is not stored if it (`takeImage`) or the message is refused. */
export const sendSupportImage = (ctx: Ctx, image: Image): Promise<SupportMessage> =>
  inTransaction(ctx, async (step) => sendSupportMessage(step, { image: await takeImage(step, image) }));

/** `answerConversation` with an image, which is not stored if the message is refused. */
export const answerWithImage = (
  ctx: Ctx,
  { userId, image }: { readonly userId: bigint; readonly image: Image },
): Promise<AnsweredMessage> =>
  inTransaction(ctx, async (step) =>
    answerConversation(step, userId, { image: await storeUpload(step.db, image) }),
  );

const adminOf = (actor: Actor): bigint | null => (actor.kind === 'user' ? actor.userId : null);

/** The kind of mail with an answer of the shop; its reference is the message. */
export const ANSWER_MAIL = 'support-answer';

/** A user who can sign in gets it by mail unless they read it on the page soon. */
const READ_WITHIN_MS = 5 * MINUTE_MS;

/** A blocked user gets the answer by e-mail at once: they get no live events, and may have left the page. */
async function mailAnswer(ctx: Ctx, { id, user_id: userId }: MessageRow): Promise<void> {
  const user = await findUser(ctx.db, userId);
  const now = ctx.clock.now();
  if (user?.status === 'frozen')
    await queueMails(ctx.db, [{ kind: ANSWER_MAIL, reference: id, recipient: user.email }], now);
  const dueAt = new Date(now.getTime() + READ_WITHIN_MS);
  await notify(ctx, { userId, event: 'supportAnswered', reference: id }, { dueAt });
}

/**
 * All answers that the user has not read, in one mail a day: null for one that they have read or that was in a mail
 * before, for whoever has switched these mails off, and for one that comes within a day of the last mail, which is due
 * again after it.
 */
export async function readAnswers(ctx: Ctx, messageId: bigint, way: NoticeWay): Promise<Told | null> {
  const message = await findMessage(ctx.db, messageId);
  const user = message && (await findUser(ctx.db, message.user_id));
  if (
    user?.status !== 'active' ||
    (way === 'mail' && !(await isToldNow(ctx.db, user.id, 'supportAnswered', way)))
  )
    return null;
  const { rows } = await sql<{ id: bigint; text: string | null }>`
    select m.id, m.text
    from support_messages m join support_conversations c on c.user_id = m.user_id
    where m.user_id = ${user.id} and m.sender = 'shop' and m.id > c.read_by_user order by m.id`.execute(
    ctx.db,
  );
  if (!rows.some(({ id }) => id === messageId)) return null;
  const path = '/client/customer-service';
  // Telegram says only that there is an answer, once for all that are unread.
  if (way === 'telegram')
    return rows.at(-1)!.id === messageId
      ? { userId: user.id, event: 'supportAnswered', facts: { answer: '' }, path }
      : null;
  if (!(await takeMailOfDay(ctx, user, messageId, rows.at(-1)!.id))) return null;
  const answer = rows.map(({ text }) => text ?? imageWords[user.language]).join('\n\n');
  return { userId: user.id, event: 'supportAnswered', facts: { answer }, path };
}

/** Whether the mail for an answer may go, also when it is tried again; otherwise it is due later, if it was in none. */
async function takeMailOfDay(
  { db, clock }: Ctx,
  user: Pick<UserRow, 'id' | 'email'>,
  messageId: bigint,
  through: bigint,
): Promise<boolean> {
  const now = clock.now();
  const taken = await db
    .updateTable('support_conversations')
    .set({ mailed_for: messageId, mailed_through: through, mailed_at: now })
    .where('user_id', '=', user.id)
    .where(
      sql<boolean>`(mailed_at is null or mailed_for = ${messageId}
        or (mailed_at <= ${new Date(now.getTime() - DAY_MS)} and mailed_through < ${messageId}))`,
    )
    .returning('user_id')
    .executeTakeFirst();
  if (taken) return true;
  const { mailed_through: last, mailed_at: at } = (await findConversation(db, user.id))!;
  if (last !== null && at !== null && last < messageId) {
    const mail = { kind: NOTICE_MAILS.supportAnswered, reference: messageId, recipient: user.email };
    await queueMails(db, [mail], now, { dueAt: new Date(at.getTime() + DAY_MS) });
  }
  return false;
}

/** Null once the user is no longer blocked: they read it on the page. */
export async function renderAnswer(ctx: Ctx, messageId: bigint): Promise<MailMessage | null> {
  const message = await findMessage(ctx.db, messageId);
  const user = message && (await findUser(ctx.db, message.user_id));
  if (!user || user.status !== 'frozen') return null;
  const signInUrl = new URL('/login', ctx.publicUrl).href;
  return writeShopLetter(ctx, user.language, (siteName) => {
    const facts = { siteName, username: user.username, signInUrl };
    const { subject, before, after } = words[user.language](facts);
    return { subject, blocks: [before, { quote: message.text ?? imageWords[user.language] }, after] };
  });
}

type Facts = { readonly siteName: string; readonly username: string; readonly signInUrl: string };

type Texts = {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
};

/** In place of an answer that is an image. */
const imageWords: Record<Language, string> = {
  en: 'The reply is an image. It cannot be sent by e-mail.',
  'zh-cn': '回复内容是一张图片，无法通过邮件发送。',
  pt: 'A resposta é uma imagem e não pode ser enviada por e-mail.',
  ru: 'Ответ\u00a0— изображение, его нельзя отправить по почте.',
};

const words: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}: support has replied`,
    before: `Support has replied about the blocked profile ${username}:`,
    after: `To reply, sign in at ${signInUrl} with your username and password. You will see the conversation there.`,
  }),
  'zh-cn': ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}：客服已回复`,
    before: `关于已冻结的用户 ${username}，客服回复如下：`,
    after: `如需回复，请在 ${signInUrl} 用您的用户名和密码登录，即可看到与客服的对话。`,
  }),
  pt: ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}: o suporte respondeu`,
    before: `O suporte respondeu sobre o perfil bloqueado ${username}:`,
    after: `Para responder, entre em ${signInUrl} com seu nome de usuário e senha. A conversa aparece lá.`,
  }),
  ru: ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}: поддержка ответила`,
    before: `Ответ поддержки о заблокированном профиле ${username}:`,
    after: `Чтобы ответить, войдите на ${signInUrl} с именем пользователя и паролем. Там откроется переписка.`,
  }),
};
