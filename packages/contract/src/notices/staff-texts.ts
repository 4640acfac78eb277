import type { Language } from '../wire/values.ts';
import { usdt, type NoticeText } from './notice-words.ts';
import type { StaffEvent } from './notices.ts';

/** What each event of the back office is told with. Amounts are decimals in USDT. */
export type StaffFacts = {
  /** Worded by whoever raises alarms. */
  alarmRaised: {
    readonly in: Readonly<Record<Language, { readonly title: string; readonly details: string }>>;
  };
  proposalWaiting: { readonly by: string; readonly reason: string };
  depositHeld: {
    readonly amount: string;
    readonly network: string;
    readonly why: Readonly<Record<Language, string>>;
  };
  depositUnmatched: { readonly amount: string; readonly network: string };
  claimOpened: {
    readonly orderNo: string;
    readonly buyer: string;
    readonly accounts: number;
    readonly reason: string;
  };
  supportAsked: { readonly user: string };
  /** `by`: who assigned it. */
  supportAssigned: { readonly user: string; readonly userId: string; readonly by: string };
  /** `from` is empty where an outsider's address has no place. */
  reportReceived: { readonly from: string };
  /** `by`: the agent's platform, or the buyer's username. */
  payoutWaiting: { readonly amount: string; readonly by: string };
  agentAsked: { readonly user: string; readonly words: string };
  shopWebhookOff: { readonly host: string; readonly isGone: boolean };
};

type StaffTexts = { readonly [Event in StaffEvent]: (facts: StaffFacts[Event]) => NoticeText };

/** Without what customers wrote to support: it may hold anything, and is read in the conversation. */
export const staffTexts: Readonly<Record<Language, StaffTexts>> = {
  en: {
    alarmRaised: ({ in: { en } }) => ({
      title: `alarm: ${en.title}`,
      lines: en.details === '' ? [] : [en.details],
      link: 'Open back office',
    }),
    proposalWaiting: ({ by, reason }) => ({
      title: 'a change waits for a second person',
      lines: [`${by} has proposed a change that you may approve or reject.`],
      quote: reason,
      link: 'View proposal',
    }),
    depositHeld: ({ amount, network, why }) => ({
      title: `${usdt.en(amount)} held`,
      lines: [`A payment of ${usdt.en(amount)} (${network}) waits until two people decide on it. ${why.en}`],
      link: 'View held payments',
    }),
    depositUnmatched: ({ amount, network }) => ({
      title: `${usdt.en(amount)} without an owner`,
      lines: [`A payment of ${usdt.en(amount)} (${network}) answers no top-up. Nobody has been credited.`],
      link: 'View unmatched payments',
    }),
    claimOpened: ({ orderNo, buyer, accounts, reason }) => ({
      title: `warranty claim for order ${orderNo}`,
      lines: [
        `${buyer} reports ${accounts === 1 ? '1 account' : `${accounts} accounts`} of order ${orderNo}.`,
      ],
      quote: reason,
      link: 'View claims',
    }),
    supportAsked: ({ user }) => ({
      title: `message to support from ${user}`,
      lines: ['The conversation waits for an answer.'],
      link: 'Open conversation',
    }),
    supportAssigned: ({ user, by }) => ({
      title: `conversation with ${user} assigned to you`,
      lines: [`${by} has assigned it to you.`],
      link: 'Open conversation',
    }),
    reportReceived: ({ from }) => ({
      title: 'takedown request',
      lines: [`${from === '' ? 'Somebody' : from} says that accounts on sale belong to them.`],
      link: 'View requests',
    }),
    payoutWaiting: ({ amount, by }) => ({
      title: `payout of ${usdt.en(amount)} waits`,
      lines: [`${by} asks for a payout of ${usdt.en(amount)}.`],
      link: 'View payouts',
    }),
    agentAsked: ({ user, words }) => ({
      title: `${user} wants to become an agent`,
      lines: [`${user} asks to become an agent and says where buyers will come from:`],
      quote: words,
      link: 'View agents',
    }),
    shopWebhookOff: ({ host, isGone }) => ({
      title: `webhooks to ${host} switched off`,
      lines: [
        isGone
          ? `${host} answered that the shop’s webhook endpoint no longer exists, so it has been switched off.`
          : `The shop’s webhook endpoint at ${host} has accepted nothing for five days, so it has been switched off.`,
      ],
      link: 'Open webhooks',
    }),
  },
  'zh-cn': {
    alarmRaised: ({ in: { 'zh-cn': zh } }) => ({
      title: `告警：${zh.title}`,
      lines: zh.details === '' ? [] : [zh.details],
      link: '打开管理后台',
    }),
    proposalWaiting: ({ by, reason }) => ({
      title: '有变更等待其他管理员审批',
      lines: [`${by} 提交了一项变更，您可以批准或拒绝。`],
      quote: reason,
      link: '查看变更',
    }),
    depositHeld: ({ amount, network, why }) => ({
      title: `${usdt.zh(amount)} 已被暂扣`,
      lines: [`一笔 ${usdt.zh(amount)}（${network}）的付款已暂扣，需两人共同决定。${why['zh-cn']}`],
      link: '查看暂扣的付款',
    }),
    depositUnmatched: ({ amount, network }) => ({
      title: `${usdt.zh(amount)} 未能匹配`,
      lines: [`一笔 ${usdt.zh(amount)}（${network}）的付款没有对应的充值单，尚未计入任何人的余额。`],
      link: '查看未匹配的付款',
    }),
    claimOpened: ({ orderNo, buyer, accounts, reason }) => ({
      title: `订单 ${orderNo} 有售后申请`,
      lines: [`${buyer} 反馈订单 ${orderNo} 中有 ${accounts} 个账号存在问题。`],
      quote: reason,
      link: '查看售后申请',
    }),
    supportAsked: ({ user }) => ({
      title: `客服收到 ${user} 的消息`,
      lines: ['该对话正在等待回复。'],
      link: '打开对话',
    }),
    supportAssigned: ({ user, by }) => ({
      title: `与 ${user} 的对话已分配给您`,
      lines: [`由 ${by} 分配。`],
      link: '打开对话',
    }),
    reportReceived: ({ from }) => ({
      title: '下架请求',
      lines: [`${from === '' ? '有人' : `${from} `}称在售账号属于自己。`],
      link: '查看请求',
    }),
    payoutWaiting: ({ amount, by }) => ({
      title: `提现 ${usdt.zh(amount)} 待处理`,
      lines: [`${by} 申请提现 ${usdt.zh(amount)}。`],
      link: '查看提现',
    }),
    agentAsked: ({ user, words }) => ({
      title: `${user} 申请成为代理`,
      lines: [`${user} 申请成为代理，客源说明：`],
      quote: words,
      link: '查看代理',
    }),
    shopWebhookOff: ({ host, isGone }) => ({
      title: `发往 ${host} 的 webhook 已停用`,
      lines: [
        isGone
          ? `${host} 返回商店的 webhook 端点已不存在，因此已将其停用。`
          : `商店位于 ${host} 的 webhook 端点连续五天未接受任何事件，因此已将其停用。`,
      ],
      link: '打开 webhook',
    }),
  },
  pt: {
    alarmRaised: ({ in: { pt } }) => ({
      title: `alerta: ${pt.title}`,
      lines: pt.details === '' ? [] : [pt.details],
      link: 'Abrir administração',
    }),
    proposalWaiting: ({ by, reason }) => ({
      title: 'uma alteração aguarda uma segunda pessoa',
      lines: [`${by} propôs uma alteração que você pode aprovar ou rejeitar.`],
      quote: reason,
      link: 'Ver proposta',
    }),
    depositHeld: ({ amount, network, why }) => ({
      title: `${usdt.pt(amount)} retidos`,
      lines: [`Um pagamento de ${usdt.pt(amount)} (${network}) aguarda a decisão de duas pessoas. ${why.pt}`],
      link: 'Ver pagamentos retidos',
    }),
    depositUnmatched: ({ amount, network }) => ({
      title: `${usdt.pt(amount)} sem dono`,
      lines: [
        `Um pagamento de ${usdt.pt(amount)} (${network}) não corresponde a nenhuma recarga. Ninguém recebeu o crédito.`,
      ],
      link: 'Ver pagamentos sem correspondência',
    }),
    claimOpened: ({ orderNo, buyer, accounts, reason }) => ({
      title: `solicitação de garantia do pedido ${orderNo}`,
      lines: [
        `${buyer} relata problemas em ${accounts === 1 ? '1 conta' : `${accounts} contas`} do pedido ${orderNo}.`,
      ],
      quote: reason,
      link: 'Ver solicitações',
    }),
    supportAsked: ({ user }) => ({
      title: `mensagem de ${user} ao suporte`,
      lines: ['A conversa aguarda resposta.'],
      link: 'Abrir conversa',
    }),
    supportAssigned: ({ user, by }) => ({
      title: `conversa com ${user} atribuída a você`,
      lines: [`${by} atribuiu a conversa a você.`],
      link: 'Abrir conversa',
    }),
    reportReceived: ({ from }) => ({
      title: 'pedido de remoção',
      lines: [`${from === '' ? 'Alguém' : from} afirma que contas à venda são suas.`],
      link: 'Ver pedidos',
    }),
    payoutWaiting: ({ amount, by }) => ({
      title: `repasse de ${usdt.pt(amount)} aguarda`,
      lines: [`${by} pede um repasse de ${usdt.pt(amount)}.`],
      link: 'Ver repasses',
    }),
    agentAsked: ({ user, words }) => ({
      title: `${user} quer ser agente`,
      lines: [`${user} pede para ser agente e diz de onde virão os compradores:`],
      quote: words,
      link: 'Ver agentes',
    }),
    shopWebhookOff: ({ host, isGone }) => ({
      title: `webhooks para ${host} desativados`,
      lines: [
        isGone
          ? `${host} respondeu que o endpoint de webhook da loja não existe mais, por isso ele foi desativado.`
          : `O endpoint de webhook da loja em ${host} não aceitou nada durante cinco dias, por isso foi desativado.`,
      ],
      link: 'Abrir webhooks',
    }),
  },
  ru: {
    alarmRaised: ({ in: { ru } }) => ({
      title: `оповещение: ${ru.title}`,
      lines: ru.details === '' ? [] : [ru.details],
      link: 'Открыть панель управления',
    }),
    proposalWaiting: ({ by, reason }) => ({
      title: 'изменение ждёт другого администратора',
      lines: [`${by} предлагает изменение, которое вы можете одобрить или отклонить.`],
      quote: reason,
      link: 'Открыть предложение',
    }),
    depositHeld: ({ amount, network, why }) => ({
      title: `задержано ${usdt.ru(amount)}`,
      lines: [`Платёж на ${usdt.ru(amount)} (${network}) ждёт решения двух человек. ${why.ru}`],
      link: 'Задержанные платежи',
    }),
    depositUnmatched: ({ amount, network }) => ({
      title: `платёж без владельца: ${usdt.ru(amount)}`,
      lines: [
        `Платёж на ${usdt.ru(amount)} (${network}) не подходит ни к одному пополнению. Он никому не зачислен.`,
      ],
      link: 'Нераспознанные платежи',
    }),
    claimOpened: ({ orderNo, buyer, accounts, reason }) => ({
      title: `обращение по гарантии, заказ ${orderNo}`,
      lines: [`${buyer} сообщает о проблеме с аккаунтами из заказа ${orderNo}: ${accounts}.`],
      quote: reason,
      link: 'Открыть обращения',
    }),
    supportAsked: ({ user }) => ({
      title: `сообщение в поддержку от ${user}`,
      lines: ['Переписка ждёт ответа.'],
      link: 'Открыть переписку',
    }),
    supportAssigned: ({ user, by }) => ({
      title: `переписка с ${user} назначена вам`,
      lines: [`Назначил(а): ${by}.`],
      link: 'Открыть переписку',
    }),
    reportReceived: ({ from }) => ({
      title: 'запрос на снятие с продажи',
      lines: [`${from === '' ? 'Кто-то' : from} сообщает, что аккаунты в продаже принадлежат ему или ей.`],
      link: 'Открыть запросы',
    }),
    payoutWaiting: ({ amount, by }) => ({
      title: `выплата ${usdt.ru(amount)} ждёт решения`,
      lines: [`${by} запрашивает выплату ${usdt.ru(amount)}.`],
      link: 'Открыть выплаты',
    }),
    agentAsked: ({ user, words }) => ({
      title: `${user} хочет стать агентом`,
      lines: [`${user} просит сделать агентом и пишет, откуда придут покупатели:`],
      quote: words,
      link: 'Открыть агентов',
    }),
    shopWebhookOff: ({ host, isGone }) => ({
      title: `вебхуки на ${host} отключены`,
      lines: [
        isGone
          ? `${host} отвечает, что адреса магазина для вебхуков больше нет, поэтому он отключён.`
          : `Адрес магазина для вебхуков на ${host} пять дней не принял ни одного события, поэтому он отключён.`,
      ],
      link: 'Открыть вебхуки',
    }),
  },
};
