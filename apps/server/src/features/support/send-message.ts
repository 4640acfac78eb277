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
import { toHtml } from '../../platform/html.ts';
import { readShopName } from '../settings/index.ts';
import { findUser } from '../users/index.ts';
import { findMessage, type MessageRow } from './support.sql.ts';

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
    await mailAnswerIfBlocked(step, row);
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

/** Sends the shop's answer to a blocked user by e-mail too: they get no live events, and may have left the page. */
async function mailAnswerIfBlocked({ db, clock }: Ctx, { id, user_id }: MessageRow): Promise<void> {
  const user = await findUser(db, user_id);
  if (user?.status !== 'frozen') return;
  await queueMails(db, [{ kind: ANSWER_MAIL, reference: id, recipient: user.email }], clock.now());
}

/** Null once the user is no longer blocked: they read it on the page. */
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

type Facts = { readonly siteName: string; readonly username: string; readonly signInUrl: string };

type Texts = {
  readonly subject: string;
  readonly before: string;
  /** In place of an answer that is an image. */
  readonly image: string;
  readonly after: string;
};

const words: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}: support has replied`,
    before: `Support has replied about the blocked profile ${username}:`,
    image: 'The reply is an image. It cannot be sent by e-mail.',
    after: `To reply, sign in at ${signInUrl} with your username and password. You will see the conversation there.`,
  }),
  'zh-cn': ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}：客服已回复`,
    before: `关于已冻结的用户 ${username}，客服回复如下：`,
    image: '回复内容是一张图片，无法通过邮件发送。',
    after: `如需回复，请在 ${signInUrl} 用您的用户名和密码登录，即可看到与客服的对话。`,
  }),
  pt: ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}: o suporte respondeu`,
    before: `O suporte respondeu sobre o perfil bloqueado ${username}:`,
    image: 'A resposta é uma imagem e não pode ser enviada por e-mail.',
    after: `Para responder, entre em ${signInUrl} com seu nome de usuário e senha. A conversa aparece lá.`,
  }),
  ru: ({ siteName, username, signInUrl }) => ({
    subject: `${siteName}: поддержка ответила`,
    before: `Ответ поддержки о заблокированном профиле ${username}:`,
    image: 'Ответ\u00a0— изображение, его нельзя отправить по почте.',
    after: `Чтобы ответить, войдите на ${signInUrl} с именем пользователя и паролем. Там откроется переписка.`,
  }),
};

const answerTexts = (language: Language, facts: Facts): Texts => words[language](facts);
