import type { Language } from '@portside/contract';

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

export const answerTexts = (language: Language, facts: Facts): Texts => words[language](facts);
