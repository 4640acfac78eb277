import type { Language } from '@portside/contract';

type Facts = {
  readonly siteName: string;
  readonly username: string;
  readonly network: string;
  /** The new address is one that the buyer never had or one that they had before, or there is none any more. */
  readonly news: 'new' | 'former' | 'none';
};
type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** What arrives at the old address is credited in every case, but the wallet behind it may be a stolen one. */
export const addressChangedTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}: please stop using your ${network} address`
        : `${siteName}: your ${network} address has changed`,
    lines: [
      {
        new: `Your own address for top-ups on ${network} (profile ${username}) has changed.`,
        former: `Your own address for top-ups on ${network} (profile ${username}) has changed: an address you used before is in use again.`,
        none: `Your own address for top-ups on ${network} (profile ${username}) is no longer in use. The shop now shows where to pay for each top-up.`,
      }[news],
      'Please stop sending to the old address. What still arrives there is added to your balance.',
      news === 'none'
        ? `If you saved the old address in a wallet or at an exchange, delete it there. To top up, open ${siteName} the way you always do, go to “Top up” and use what that page shows.`
        : `To see your new address, open ${siteName} the way you always do and go to “Top up”. If you saved the old one in a wallet or at an exchange, replace it there.`,
      'For your security, this e-mail contains no link and no address to pay to. We never send one by e-mail: don’t pay to an address from a message.',
    ],
  }),
  'zh-cn': ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}：请停止使用您的 ${network} 充值地址`
        : `${siteName}：您的 ${network} 充值地址已更换`,
    lines: [
      {
        new: `用户 ${username} 在 ${network} 上的专属充值地址已更换。`,
        former: `用户 ${username} 在 ${network} 上的专属充值地址已更换，现在重新使用您以前的一个地址。`,
        none: `用户 ${username} 在 ${network} 上的专属充值地址已停用。现在每次充值时，商店都会显示收款地址。`,
      }[news],
      '请不要再向旧地址付款。如仍有款项转入旧地址，也会计入您的余额。',
      news === 'none'
        ? `如果您在钱包或交易所保存了旧地址，请将其删除。充值时，请按您平时的方式打开 ${siteName}，进入“充值”页面，并以页面显示的信息为准。`
        : `如需查看新地址，请按您平时的方式打开 ${siteName}，进入“充值”页面。如果您在钱包或交易所保存了旧地址，请换成新地址。`,
      '为了您的安全，本邮件不含任何链接或收款地址。我们绝不会通过邮件发送收款地址，请勿向任何消息中的地址付款。',
    ],
  }),
  pt: ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}: pare de usar seu endereço na ${network}`
        : `${siteName}: seu endereço na ${network} mudou`,
    lines: [
      {
        new: `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) mudou.`,
        former: `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) mudou: voltou a ser um que você já teve.`,
        none: `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) não é mais usado. Agora a loja mostra para onde pagar em cada recarga.`,
      }[news],
      'Não envie mais nada para o endereço antigo. O que ainda chegar nele entra no seu saldo.',
      news === 'none'
        ? `Se você salvou o endereço antigo em uma carteira ou corretora, apague-o. Para recarregar, abra ${siteName} como sempre faz, vá em “Recarregar” e use o que a página mostrar.`
        : `Para ver o novo endereço, abra ${siteName} como sempre faz e vá em “Recarregar”. Se você salvou o antigo em uma carteira ou corretora, substitua-o.`,
      'Para sua segurança, este e-mail não traz links nem endereços de pagamento. Nunca enviamos endereços por e-mail: não pague para um endereço recebido por mensagem.',
    ],
  }),
  ru: ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}: больше не используйте ваш адрес в сети ${network}`
        : `${siteName}: ваш адрес в сети ${network} изменился`,
    lines: [
      {
        new: `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) изменился.`,
        former: `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) изменился: снова действует один из прежних ваших адресов.`,
        none: `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) больше не используется. Теперь магазин показывает, куда платить, при каждом пополнении.`,
      }[news],
      'Больше ничего не отправляйте на старый адрес. То, что на него всё же поступит, будет зачислено на ваш баланс.',
      news === 'none'
        ? `Если старый адрес сохранён в кошельке или на бирже, удалите его. Чтобы пополнить баланс, откройте ${siteName} как обычно, перейдите в раздел «Пополнить» и платите так, как указано на странице.`
        : `Чтобы увидеть новый адрес, откройте ${siteName} как обычно и перейдите в раздел «Пополнить». Если старый адрес сохранён в кошельке или на бирже, замените его.`,
      'Ради вашей безопасности в этом письме нет ни ссылок, ни адреса для оплаты. Мы никогда не присылаем такие адреса по почте: не платите на адреса из сообщений.',
    ],
  }),
};
