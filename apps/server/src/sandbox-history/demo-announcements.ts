import { demoTexts, type DemoTexts } from '../features/sandbox/index.ts';

export type DemoAnnouncement = { readonly title: DemoTexts; readonly body: DemoTexts };

export const WELCOME: DemoAnnouncement = {
  title: demoTexts(
    'Welcome to our new shop',
    '欢迎光临新店',
    'Boas-vindas à nossa nova loja',
    'Добро пожаловать в наш новый магазин',
  ),
  body: demoTexts(
    '<p>Top up with USDT, buy, and receive your accounts at once.</p>',
    '<p>使用 USDT 充值，下单后立即收到账号。</p>',
    '<p>Recarregue com USDT, compre e receba suas contas na hora.</p>',
    '<p>Пополните баланс в USDT, купите и сразу получите аккаунты.</p>',
  ),
};

export const BACK_IN_STOCK: DemoAnnouncement = {
  title: demoTexts(
    'Aged mailboxes are back in stock',
    '一年老邮箱已补货',
    'Caixas de e-mail com um ano de volta ao estoque',
    'Почтовые ящики с отлёжкой снова в наличии',
  ),
  body: demoTexts(
    '<p>At least twelve months old and never used for sending.</p>',
    '<p>注册满 12 个月，从未用于发信。</p>',
    '<p>Com pelo menos doze meses e nunca usadas para envio.</p>',
    '<p>Не моложе 12 месяцев, для отправки писем не использовались.</p>',
  ),
};
