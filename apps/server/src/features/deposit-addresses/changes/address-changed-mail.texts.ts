import type { Language } from '@portside/contract';

type Facts = {
  readonly siteName: string;
  readonly username: string;
  readonly network: string;
  /** Whether the new address is one that the buyer had before. */
  readonly isFormer: boolean;
};
type Texts = { readonly subject: string; readonly lines: readonly string[] };

export const addressChangedTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, username, network, isFormer }) => ({
    subject: `${siteName}: your ${network} address has changed`,
    lines: [
      isFormer
        ? `Your own address for top-ups on ${network} (user ${username}) has changed: it is again one that you had before.`
        : `Your own address for top-ups on ${network} (user ${username}) has changed.`,
      'The old address stays valid: what arrives there is still added to your balance.',
      `To see your new address, open ${siteName} the way you always do and go to “Top up”. If you saved the old one in a wallet or at an exchange, replace it there.`,
      'For your security, this e-mail contains no link and no address to pay to. We never send one by e-mail: don’t pay to an address from a message.',
    ],
  }),
  'zh-cn': ({ siteName, username, network, isFormer }) => ({
    subject: `${siteName}：您的 ${network} 充值地址已更换`,
    lines: [
      isFormer
        ? `用户 ${username} 在 ${network} 上的专属充值地址已更换，现在重新使用您以前的一个地址。`
        : `用户 ${username} 在 ${network} 上的专属充值地址已更换。`,
      '旧地址仍然有效，转到旧地址的付款仍会计入您的余额。',
      `如需查看新地址，请按您平时的方式打开 ${siteName}，进入“充值”页面。如果您在钱包或交易所保存了旧地址，请换成新地址。`,
      '为了您的安全，本邮件不含任何链接或收款地址。我们绝不会通过邮件发送收款地址，请勿向任何消息中的地址付款。',
    ],
  }),
  pt: ({ siteName, username, network, isFormer }) => ({
    subject: `${siteName}: seu endereço na ${network} mudou`,
    lines: [
      isFormer
        ? `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) mudou: voltou a ser um que você já teve.`
        : `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) mudou.`,
      'O endereço antigo continua válido: o que chegar nele ainda entra no seu saldo.',
      `Para ver o novo endereço, abra ${siteName} como sempre faz e vá em “Recarregar”. Se você salvou o antigo em uma carteira ou corretora, substitua-o.`,
      'Para sua segurança, este e-mail não traz links nem endereços de pagamento. Nunca enviamos endereços por e-mail: não pague para um endereço recebido por mensagem.',
    ],
  }),
  ru: ({ siteName, username, network, isFormer }) => ({
    subject: `${siteName}: ваш адрес в сети ${network} изменился`,
    lines: [
      isFormer
        ? `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) изменился: снова действует один из прежних ваших адресов.`
        : `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) изменился.`,
      'Старый адрес остаётся действительным: всё, что на него поступит, по-прежнему зачисляется на ваш баланс.',
      `Чтобы увидеть новый адрес, откройте ${siteName} как обычно и перейдите в раздел «Пополнить». Если старый адрес сохранён в кошельке или на бирже, замените его.`,
      'Ради вашей безопасности в этом письме нет ни ссылок, ни адреса для оплаты. Мы никогда не присылаем такие адреса по почте: не платите на адреса из сообщений.',
    ],
  }),
};
