import type { Language } from '../wire/languages.ts';
import { english, russian, usdt, type NoticeText } from './notice-words.ts';
import type { NoticeEvent } from './notices.ts';
import { staffTexts, type StaffFacts } from './staff-texts.ts';
import { payoutNotices, type PayoutFacts } from './payout-notices.ts';
import { stockNotices, type StockFacts } from './stock-notices.ts';

/** What each event is told with. Amounts are decimals in USDT, orders are named by their number. */
export type NoticeFacts = StaffFacts &
  StockFacts &
  PayoutFacts & {
    /** `bonus`: what the payment earned on top, if anything. */
    topUpCredited: { readonly amount: string; readonly bonus?: string };
    codeRedeemed: { readonly amount: string };
    apiKeyMade: { readonly name: string };
    orderRefunded: {
      readonly orderNo: string;
      readonly accounts: number;
      readonly amount: string;
      /** What the shop says to it; may be empty. */
      readonly answer: string;
    };
    accountsReplaced: {
      readonly orderNo: string;
      readonly replaced: number;
      /** How many accounts the order has. */
      readonly accounts: number;
      /** The new ones follow. */
      readonly areShown: boolean;
    };
    claimRefused: { readonly orderNo: string; readonly accounts: number; readonly answer: string };
    supportAnswered: { readonly answer: string };
    /** From a network that the user has not signed in from before; `browser` as it names itself, shortened. */
    signedInElsewhere: { readonly at: string; readonly address: string; readonly browser: string };
    /** `isGone`: its answer was that it exists no more. `isShops`: the shop's own, told before staff had their own. */
    webhookOff: { readonly host: string; readonly isGone: boolean; readonly isShops: boolean };
    /** `name` as Telegram has it. */
    telegramLinked: { readonly at: string; readonly name: string };
  };

type NoticeTexts = { readonly [Event in NoticeEvent]: (facts: NoticeFacts[Event]) => NoticeText };

/** The one place for the wording of notices, however they are sent. */
export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    ...staffTexts.en,
    topUpCredited: ({ amount, bonus }) => ({
      title: `${usdt.en(amount)} credited`,
      lines: [
        `${usdt.en(amount)} have been added to your balance.`,
        ...(bonus === undefined ? [] : [`You also got a top-up bonus of ${usdt.en(bonus)}.`]),
      ],
      link: 'See your balance',
    }),
    apiKeyMade: ({ name }) => ({
      title: 'a new API key was created',
      lines: [
        `The API key “${name}” was created in your name. Programs that have it can act for you within its permissions.`,
        'If this was not you, revoke the key and change your password.',
      ],
      link: 'View API keys',
    }),
    codeRedeemed: ({ amount }) => ({
      title: `gift code redeemed: ${usdt.en(amount)}`,
      lines: [`Your gift code has added ${usdt.en(amount)} to your balance.`],
      link: 'See your balance',
    }),
    orderRefunded: ({ orderNo, accounts, amount, answer }) => ({
      title: `${usdt.en(amount)} refunded`,
      lines: [
        `${usdt.en(amount)} for ${english(accounts, 'account', 'accounts')} of your order ${orderNo} have been refunded to your balance.`,
      ],
      quote: answer,
      link: 'View order',
    }),
    accountsReplaced: ({ orderNo, replaced, accounts, areShown }) => ({
      title:
        accounts === 1 ? 'your account was replaced' : `${replaced} of your ${accounts} accounts replaced`,
      lines: [
        accounts === 1
          ? `Your account from order ${orderNo} was replaced.${areShown ? ' The new one:' : ''}`
          : replaced === 1
            ? `1 of your ${accounts} accounts from order ${orderNo} was replaced.${areShown ? ' The new one:' : ''}`
            : `${replaced} of your ${accounts} accounts from order ${orderNo} were replaced.${areShown ? ' The new ones:' : ''}`,
      ],
      link: 'View order',
    }),
    claimRefused: ({ orderNo, accounts, answer }) => ({
      title: 'your warranty claim was rejected',
      lines: [
        `Your warranty claim for ${english(accounts, 'account', 'accounts')} of order ${orderNo} was rejected. Our answer:`,
      ],
      quote: answer,
      link: 'View order',
    }),
    supportAnswered: ({ answer }) => ({
      title: 'support has replied',
      lines: ['Support has replied to you:'],
      quote: answer,
      link: 'Open conversation',
    }),
    signedInElsewhere: ({ at, address, browser }) => ({
      title: 'new sign-in',
      lines: [
        `Somebody signed in to your profile from a new network: ${address}, ${at}.`,
        ...(browser === '' ? [] : [`Browser: ${browser}`]),
        'If that was not you, change your password at once: it ends all other sessions.',
      ],
      link: 'See your sessions',
    }),
    telegramLinked: ({ at, name }) => ({
      title: 'Telegram linked',
      lines: [
        `Your notices go to ${name} on Telegram too, since ${at}.`,
        'If this was not you, unlink Telegram and change your password.',
      ],
      link: 'View notices',
    }),
    ...stockNotices.en,
    ...payoutNotices.en,
    webhookOff: ({ host, isGone }) => ({
      title: `webhooks to ${host} switched off`,
      lines: [
        isGone
          ? `${host} answered that your webhook endpoint no longer exists, so it has been switched off.`
          : `Your webhook endpoint at ${host} has accepted nothing for five days, so it has been switched off.`,
        'Once it works again, switch it on and have the events of these days sent again.',
      ],
      link: 'Open webhooks',
    }),
  },
  'zh-cn': {
    ...staffTexts['zh-cn'],
    topUpCredited: ({ amount, bonus }) => ({
      title: `${usdt.zh(amount)} 已到账`,
      lines: [
        `${usdt.zh(amount)} 已计入您的余额。`,
        ...(bonus === undefined ? [] : [`另赠送充值奖励 ${usdt.zh(bonus)}。`]),
      ],
      link: '查看余额',
    }),
    apiKeyMade: ({ name }) => ({
      title: '已创建新的 API 密钥',
      lines: [
        `您的账户已创建 API 密钥“${name}”。持有该密钥的程序可在其权限范围内代您操作。`,
        '如果不是您本人操作，请吊销该密钥并修改密码。',
      ],
      link: '查看 API 密钥',
    }),
    codeRedeemed: ({ amount }) => ({
      title: `兑换成功：${usdt.zh(amount)}`,
      lines: [`您的兑换码已为余额增加 ${usdt.zh(amount)}。`],
      link: '查看余额',
    }),
    orderRefunded: ({ orderNo, accounts, amount, answer }) => ({
      title: `已退款 ${usdt.zh(amount)}`,
      lines: [`订单 ${orderNo} 中 ${accounts} 个账号的款项 ${usdt.zh(amount)} 已退回您的余额。`],
      quote: answer,
      link: '查看订单',
    }),
    accountsReplaced: ({ orderNo, replaced, accounts, areShown }) => ({
      title: accounts === 1 ? '您的账号已补发' : `已补发 ${replaced} 个账号（共 ${accounts} 个）`,
      lines: [
        accounts === 1
          ? `订单 ${orderNo} 的账号已补发。${areShown ? '新账号如下：' : ''}`
          : `订单 ${orderNo} 共 ${accounts} 个账号，其中 ${replaced} 个已补发。${areShown ? '新账号如下：' : ''}`,
      ],
      link: '查看订单',
    }),
    claimRefused: ({ orderNo, accounts, answer }) => ({
      title: '您的售后申请已驳回',
      lines: [`您就订单 ${orderNo} 中 ${accounts} 个账号提交的售后申请已驳回。我们的答复：`],
      quote: answer,
      link: '查看订单',
    }),
    supportAnswered: ({ answer }) => ({
      title: '客服已回复',
      lines: ['客服回复了您：'],
      quote: answer,
      link: '打开对话',
    }),
    signedInElsewhere: ({ at, address, browser }) => ({
      title: '新的登录',
      lines: [
        `您的账户在一个从未使用过的网络登录：${address}，${at}。`,
        ...(browser === '' ? [] : [`浏览器：${browser}`]),
        '如果不是您本人，请立即修改密码，其他会话会随之结束。',
      ],
      link: '查看登录会话',
    }),
    telegramLinked: ({ at, name }) => ({
      title: '已绑定 Telegram',
      lines: [
        `自 ${at} 起，您账户的通知也会发送到 Telegram（${name}）。`,
        '如果不是您本人操作，请解除绑定并修改密码。',
      ],
      link: '查看通知',
    }),
    ...stockNotices['zh-cn'],
    ...payoutNotices['zh-cn'],
    webhookOff: ({ host, isGone }) => ({
      title: `发往 ${host} 的 Webhook 已停用`,
      lines: [
        isGone
          ? `${host} 答复该 Webhook 端点已不存在，因此已将其停用。`
          : `您位于 ${host} 的 Webhook 端点连续五天没有接收任何事件，因此已将其停用。`,
        '恢复正常后，请重新启用，并重新发送这几天的事件。',
      ],
      link: '打开 Webhook',
    }),
  },
  pt: {
    ...staffTexts.pt,
    topUpCredited: ({ amount, bonus }) => ({
      title: `${usdt.pt(amount)} creditados`,
      lines: [
        `${usdt.pt(amount)} foram adicionados ao seu saldo.`,
        ...(bonus === undefined ? [] : [`Você também ganhou um bônus de recarga de ${usdt.pt(bonus)}.`]),
      ],
      link: 'Ver saldo',
    }),
    apiKeyMade: ({ name }) => ({
      title: 'uma nova chave de API foi criada',
      lines: [
        `A chave de API “${name}” foi criada para o seu perfil. Programas que a tiverem podem agir em seu nome, dentro das permissões dela.`,
        'Se não foi você, revogue a chave e altere sua senha.',
      ],
      link: 'Ver chaves de API',
    }),
    codeRedeemed: ({ amount }) => ({
      title: `vale-presente resgatado: ${usdt.pt(amount)}`,
      lines: [`Seu vale-presente adicionou ${usdt.pt(amount)} ao seu saldo.`],
      link: 'Ver saldo',
    }),
    orderRefunded: ({ orderNo, accounts, amount, answer }) => ({
      title: `${usdt.pt(amount)} reembolsados`,
      lines: [
        `${usdt.pt(amount)}, referentes a ${english(accounts, 'conta', 'contas')} do pedido ${orderNo}, foram reembolsados no seu saldo.`,
      ],
      quote: answer,
      link: 'Ver pedido',
    }),
    accountsReplaced: ({ orderNo, replaced, accounts, areShown }) => ({
      title:
        accounts === 1 ? 'sua conta foi substituída' : `substituição de contas (${replaced} de ${accounts})`,
      lines: [
        accounts === 1
          ? `Sua conta do pedido ${orderNo} foi substituída.${areShown ? ' A nova conta:' : ''}`
          : replaced === 1
            ? `Uma das suas ${accounts} contas do pedido ${orderNo} foi substituída.${areShown ? ' A nova conta:' : ''}`
            : `${replaced} das suas ${accounts} contas do pedido ${orderNo} foram substituídas.${areShown ? ' As novas contas:' : ''}`,
      ],
      link: 'Ver pedido',
    }),
    claimRefused: ({ orderNo, accounts, answer }) => ({
      title: 'sua solicitação de garantia foi recusada',
      lines: [
        `Sua solicitação de garantia para ${english(accounts, 'conta', 'contas')} do pedido ${orderNo} foi recusada. Nossa resposta:`,
      ],
      quote: answer,
      link: 'Ver pedido',
    }),
    supportAnswered: ({ answer }) => ({
      title: 'o suporte respondeu',
      lines: ['O suporte respondeu a você:'],
      quote: answer,
      link: 'Abrir conversa',
    }),
    signedInElsewhere: ({ at, address, browser }) => ({
      title: 'novo acesso ao seu perfil',
      lines: [
        `Seu perfil foi acessado de uma rede que ainda não tinha sido usada: ${address}, ${at}.`,
        ...(browser === '' ? [] : [`Navegador: ${browser}`]),
        'Se não foi você, troque sua senha agora: isso encerra todas as outras sessões.',
      ],
      link: 'Ver suas sessões',
    }),
    telegramLinked: ({ at, name }) => ({
      title: 'Telegram vinculado',
      lines: [
        `Desde ${at}, seus avisos também vão para ${name} no Telegram.`,
        'Se não foi você, desvincule o Telegram e troque sua senha.',
      ],
      link: 'Ver avisos',
    }),
    ...stockNotices.pt,
    ...payoutNotices.pt,
    webhookOff: ({ host, isGone }) => ({
      title: `webhooks para ${host} desativados`,
      lines: [
        isGone
          ? `${host} respondeu que o seu endpoint de webhook não existe mais, por isso ele foi desativado.`
          : `O seu endpoint de webhook em ${host} não aceitou nada durante cinco dias, por isso foi desativado.`,
        'Quando voltar a funcionar, ative-o e reenvie os eventos desses dias.',
      ],
      link: 'Abrir webhooks',
    }),
  },
  ru: {
    ...staffTexts.ru,
    topUpCredited: ({ amount, bonus }) => ({
      title: `зачислено ${usdt.ru(amount)}`,
      lines: [
        `На ваш баланс зачислено ${usdt.ru(amount)}.`,
        ...(bonus === undefined ? [] : [`И ещё бонус за пополнение: ${usdt.ru(bonus)}.`]),
      ],
      link: 'Посмотреть баланс',
    }),
    apiKeyMade: ({ name }) => ({
      title: 'создан новый API-ключ',
      lines: [
        `Для вашего профиля создан API-ключ «${name}». Программы, у которых он есть, могут действовать от вашего имени в пределах его прав.`,
        'Если это были не вы, отзовите ключ и смените пароль.',
      ],
      link: 'Открыть API-ключи',
    }),
    codeRedeemed: ({ amount }) => ({
      title: `подарочный код активирован: ${usdt.ru(amount)}`,
      lines: [`По подарочному коду на ваш баланс зачислено ${usdt.ru(amount)}.`],
      link: 'Посмотреть баланс',
    }),
    orderRefunded: ({ orderNo, accounts, amount, answer }) => ({
      title: `возвращено ${usdt.ru(amount)}`,
      lines: [
        `На ваш баланс возвращено ${usdt.ru(amount)} за ${russian(accounts, 'аккаунт', 'аккаунта', 'аккаунтов')} из заказа ${orderNo}.`,
      ],
      quote: answer,
      link: 'Открыть заказ',
    }),
    accountsReplaced: ({ orderNo, replaced, accounts, areShown }) => ({
      title: accounts === 1 ? 'ваш аккаунт заменён' : `замена аккаунтов (${replaced} из ${accounts})`,
      lines: [
        accounts === 1
          ? `Аккаунт из заказа ${orderNo} заменён.${areShown ? ' Новый аккаунт:' : ''}`
          : `В заказе ${orderNo} заменено аккаунтов: ${replaced} из ${accounts}.${areShown ? (replaced === 1 ? ' Новый аккаунт:' : ' Новые аккаунты:') : ''}`,
      ],
      link: 'Открыть заказ',
    }),
    claimRefused: ({ orderNo, accounts, answer }) => ({
      title: 'обращение по гарантии отклонено',
      lines: [
        `Ваше обращение по гарантии (заказ ${orderNo}, ${russian(accounts, 'аккаунт', 'аккаунта', 'аккаунтов')}) отклонено. Наш ответ:`,
      ],
      quote: answer,
      link: 'Открыть заказ',
    }),
    supportAnswered: ({ answer }) => ({
      title: 'поддержка ответила',
      lines: ['Поддержка ответила вам:'],
      quote: answer,
      link: 'Открыть переписку',
    }),
    signedInElsewhere: ({ at, address, browser }) => ({
      title: 'новый вход',
      lines: [
        `В ваш профиль вошли из сети, которой раньше не пользовались: ${address}, ${at}.`,
        ...(browser === '' ? [] : [`Браузер: ${browser}`]),
        'Если это были не вы, сразу смените пароль: все остальные сеансы завершатся.',
      ],
      link: 'Открыть сеансы',
    }),
    telegramLinked: ({ at, name }) => ({
      title: 'подключён Telegram',
      lines: [
        `Ваши уведомления приходят и в Telegram (${name}), начиная с ${at}.`,
        'Если это были не вы, отключите Telegram и смените пароль.',
      ],
      link: 'Открыть уведомления',
    }),
    ...stockNotices.ru,
    ...payoutNotices.ru,
    webhookOff: ({ host, isGone }) => ({
      title: `вебхуки на ${host} отключены`,
      lines: [
        isGone
          ? `${host} отвечает, что адреса для вебхуков больше нет, поэтому он отключён.`
          : `Ваш адрес для вебхуков на ${host} пять дней не принял ни одного события, поэтому он отключён.`,
        'Когда он снова заработает, включите его и отправьте события этих дней ещё раз.',
      ],
      link: 'Открыть вебхуки',
    }),
  },
};
