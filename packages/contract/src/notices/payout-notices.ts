import type { Language } from '../wire/languages.ts';
import { usdt, type NoticeText } from './notice-words.ts';

/** Of an agent's commission, or of a buyer's own top-ups. */
type PaidOut = 'commission' | 'balance';

/** What these events are told with. Networks by their names. */
export type PayoutFacts = {
  payoutRequested: {
    readonly kind: PaidOut;
    readonly amount: string;
    readonly network: string;
    readonly address: string;
  };
  payoutApproved: { readonly kind: PaidOut; readonly amount: string; readonly network: string };
  payoutPaid: {
    readonly kind: PaidOut;
    readonly amount: string;
    readonly network: string;
    readonly hash: string;
  };
  payoutRejected: { readonly kind: PaidOut; readonly amount: string; readonly answer: string };
  payoutWalletConfirmed: { readonly network: string; readonly address: string };
  agentAccepted: { readonly code: string };
  agentRefused: { readonly answer: string };
};

type PayoutNotices = { readonly [Event in keyof PayoutFacts]: (facts: PayoutFacts[Event]) => NoticeText };

/** How it is worded what becomes of money that users ask for, and of asking to be an agent. */
export const payoutNotices: Readonly<Record<Language, PayoutNotices>> = {
  en: {
    payoutRequested: ({ amount, network, address }) => ({
      title: `payout of ${usdt.en(amount)} requested`,
      lines: [
        `A payout of ${usdt.en(amount)} to ${address} (${network}) was requested in your name.`,
        'If this was not you, withdraw the request and change your password at once.',
      ],
      link: 'View request',
    }),
    payoutApproved: ({ amount, network }) => ({
      title: `payout of ${usdt.en(amount)} approved`,
      lines: [`Your payout of ${usdt.en(amount)} (${network}) was approved.`],
      link: 'View request',
    }),
    payoutPaid: ({ amount, network, hash }) => ({
      title: `${usdt.en(amount)} paid out`,
      lines: [`We have sent you ${usdt.en(amount)} (${network}).`, `Transaction: ${hash}`],
      link: 'View payout',
    }),
    payoutRejected: ({ kind, amount, answer }) => ({
      title: `payout of ${usdt.en(amount)} not made`,
      lines: [
        kind === 'balance'
          ? `Your request was declined. ${usdt.en(amount)} are in your balance again. Our answer:`
          : `Your request was declined. ${usdt.en(amount)} of commission are free again. Our answer:`,
      ],
      quote: answer,
      link: 'View request',
    }),
    payoutWalletConfirmed: ({ network, address }) => ({
      title: 'wallet for paybacks confirmed',
      lines: [
        `Your balance can now be paid back to ${address} (${network}).`,
        'If this was not you, change your password at once and write to us.',
      ],
      link: 'View paybacks',
    }),
    agentAccepted: ({ code }) => ({
      title: 'you are an agent now',
      lines: [`Your referral code is ${code}. Your link and what it earns you are on your agent page.`],
      link: 'Open agent page',
    }),
    agentRefused: ({ answer }) => ({
      title: 'your request to become an agent was declined',
      lines: ['We have declined your request. Our answer:'],
      quote: answer,
      link: 'View answer',
    }),
  },
  'zh-cn': {
    payoutRequested: ({ amount, network, address }) => ({
      title: `已申请提现 ${usdt.zh(amount)}`,
      lines: [
        `您的账户申请提现 ${usdt.zh(amount)} 至 ${address}（${network}）。`,
        '如非本人操作，请立即撤回申请并修改密码。',
      ],
      link: '查看申请',
    }),
    payoutApproved: ({ amount, network }) => ({
      title: `提现 ${usdt.zh(amount)} 已批准`,
      lines: [`您的提现 ${usdt.zh(amount)}（${network}）已批准。`],
      link: '查看申请',
    }),
    payoutPaid: ({ amount, network, hash }) => ({
      title: `已付款 ${usdt.zh(amount)}`,
      lines: [`我们已向您支付 ${usdt.zh(amount)}（${network}）。`, `交易哈希：${hash}`],
      link: '查看提现',
    }),
    payoutRejected: ({ kind, amount, answer }) => ({
      title: `提现 ${usdt.zh(amount)} 未通过`,
      lines: [
        kind === 'balance'
          ? `您的申请未通过，${usdt.zh(amount)} 已退回余额。我们的答复：`
          : `您的申请未通过，${usdt.zh(amount)} 佣金恢复可用。我们的答复：`,
      ],
      quote: answer,
      link: '查看申请',
    }),
    payoutWalletConfirmed: ({ network, address }) => ({
      title: '已确认退款钱包',
      lines: [`现在可以将余额退回至 ${address}（${network}）。`, '如非本人操作，请立即修改密码并联系我们。'],
      link: '查看退款',
    }),
    agentAccepted: ({ code }) => ({
      title: '您已成为代理',
      lines: [`您的推荐码是 ${code}。推广链接和收益见代理页面。`],
      link: '打开代理页面',
    }),
    agentRefused: ({ answer }) => ({
      title: '您的代理申请未通过',
      lines: ['您的申请未通过。我们的答复：'],
      quote: answer,
      link: '查看答复',
    }),
  },
  pt: {
    payoutRequested: ({ amount, network, address }) => ({
      title: `repasse de ${usdt.pt(amount)} pedido`,
      lines: [
        `Um repasse de ${usdt.pt(amount)} para ${address} (${network}) foi pedido no seu perfil.`,
        'Se não foi você, retire o pedido e troque a senha agora.',
      ],
      link: 'Ver pedido',
    }),
    payoutApproved: ({ amount, network }) => ({
      title: `repasse de ${usdt.pt(amount)} aprovado`,
      lines: [`Seu repasse de ${usdt.pt(amount)} (${network}) foi aprovado.`],
      link: 'Ver pedido',
    }),
    payoutPaid: ({ amount, network, hash }) => ({
      title: `${usdt.pt(amount)} pagos`,
      lines: [`Enviamos ${usdt.pt(amount)} para você (${network}).`, `Transação: ${hash}`],
      link: 'Ver repasse',
    }),
    payoutRejected: ({ kind, amount, answer }) => ({
      title: `repasse de ${usdt.pt(amount)} não realizado`,
      lines: [
        kind === 'balance'
          ? `Seu pedido foi recusado. ${usdt.pt(amount)} voltaram ao seu saldo. Nossa resposta:`
          : `Seu pedido foi recusado. ${usdt.pt(amount)} de comissão estão livres de novo. Nossa resposta:`,
      ],
      quote: answer,
      link: 'Ver pedido',
    }),
    payoutWalletConfirmed: ({ network, address }) => ({
      title: 'carteira para devoluções confirmada',
      lines: [
        `Agora seu saldo pode ser devolvido para ${address} (${network}).`,
        'Se não foi você, troque a senha agora e fale conosco.',
      ],
      link: 'Ver devoluções',
    }),
    agentAccepted: ({ code }) => ({
      title: 'agora você é agente',
      lines: [`Seu código de indicação é ${code}. O link e os ganhos estão na sua página de agente.`],
      link: 'Abrir página de agente',
    }),
    agentRefused: ({ answer }) => ({
      title: 'seu pedido para ser agente foi recusado',
      lines: ['Recusamos o seu pedido. Nossa resposta:'],
      quote: answer,
      link: 'Ver resposta',
    }),
  },
  ru: {
    payoutRequested: ({ amount, network, address }) => ({
      title: `запрошена выплата ${usdt.ru(amount)}`,
      lines: [
        `Для вашего профиля запрошена выплата ${usdt.ru(amount)} на ${address} (${network}).`,
        'Если это были не вы, сразу отзовите запрос и смените пароль.',
      ],
      link: 'Открыть запрос',
    }),
    payoutApproved: ({ amount, network }) => ({
      title: `выплата ${usdt.ru(amount)} одобрена`,
      lines: [`Ваша выплата ${usdt.ru(amount)} (${network}) одобрена.`],
      link: 'Открыть запрос',
    }),
    payoutPaid: ({ amount, network, hash }) => ({
      title: `выплачено ${usdt.ru(amount)}`,
      lines: [`Мы отправили вам ${usdt.ru(amount)} (${network}).`, `Транзакция: ${hash}`],
      link: 'Открыть выплату',
    }),
    payoutRejected: ({ kind, amount, answer }) => ({
      title: `выплата ${usdt.ru(amount)} не состоялась`,
      lines: [
        kind === 'balance'
          ? `Запрос отклонён. ${usdt.ru(amount)} снова на вашем балансе. Наш ответ:`
          : `Запрос отклонён. ${usdt.ru(amount)} вознаграждения снова свободны. Наш ответ:`,
      ],
      quote: answer,
      link: 'Открыть запрос',
    }),
    payoutWalletConfirmed: ({ network, address }) => ({
      title: 'подтверждён кошелёк для возврата',
      lines: [
        `Теперь баланс можно вернуть на ${address} (${network}).`,
        'Если это были не вы, сразу смените пароль и напишите нам.',
      ],
      link: 'Открыть возвраты',
    }),
    agentAccepted: ({ code }) => ({
      title: 'теперь вы агент',
      lines: [`Ваш реферальный код: ${code}. Ссылка и заработок — на странице агента.`],
      link: 'Открыть страницу агента',
    }),
    agentRefused: ({ answer }) => ({
      title: 'ваш запрос стать агентом отклонён',
      lines: ['Мы отклонили запрос. Наш ответ:'],
      quote: answer,
      link: 'Открыть ответ',
    }),
  },
};
