import { textIn, type Language } from '../wire/languages.ts';
import { english, russian, usdt, type NoticeText } from './notice-words.ts';

type Names = { readonly [L in Language]?: string | undefined };

/** What these events are told with. */
export type StockFacts = {
  orderDelivered: { readonly orderNo: string; readonly name: Names; readonly accounts: number };
  /** `email` is where it should have gone; empty where that is not told. */
  deliveryFailed: { readonly orderNo: string; readonly name: Names; readonly email: string };
  /** A product by its names, and the path of its page. */
  productBack: { readonly name: Names; readonly path: string };
  standingOrderPlaced: {
    readonly orderNo: string;
    readonly name: Names;
    readonly accounts: number;
    readonly amount: string;
    /** With these, of how many. */
    readonly bought: number;
    readonly quantity: number;
  };
  /** Its last day has passed. */
  standingOrderEnded: {
    readonly name: Names;
    readonly path: string;
    readonly bought: number;
    readonly quantity: number;
  };
  /** Of one account, as it is for its reader now, and before. */
  priceDown: {
    readonly name: Names;
    readonly path: string;
    readonly goodsId: string;
    readonly amount: string;
    readonly before: string;
  };
  couponEnding: { readonly code: string; readonly couponId: string; readonly at: string };
};

type StockNotices = { readonly [Event in keyof StockFacts]: (facts: StockFacts[Event]) => NoticeText };

/** How it is worded what was delivered, what became of waiting for stock, and what is cheaper now or soon no more. */
export const stockNotices: Readonly<Record<Language, StockNotices>> = {
  en: {
    orderDelivered: ({ orderNo, name, accounts }) => ({
      title: `order delivered: ${textIn(name, 'en')}`,
      lines: [
        `Order ${orderNo} has been delivered (${english(accounts, 'account', 'accounts')}). Everything is on the order’s page and in your e-mail.`,
      ],
      link: 'View order',
    }),
    deliveryFailed: ({ orderNo, name, email }) => ({
      title: `e-mail not delivered: ${textIn(name, 'en')}`,
      lines: [
        `The e-mail with the accounts of order ${orderNo} could not be delivered${email === '' ? '' : ` to ${email}`}.`,
        'The accounts are on the order’s page. You can have them e-mailed from there again, to another address too.',
      ],
      link: 'View order',
    }),
    productBack: ({ name }) => ({
      title: `${textIn(name, 'en')} is back in stock`,
      lines: [
        `You asked us to tell you: ${textIn(name, 'en')} is back in stock. Orders are served as they arrive.`,
      ],
      link: 'View product',
    }),
    standingOrderPlaced: ({ orderNo, name, accounts, amount, bought, quantity }) => ({
      title: `standing order: ${english(accounts, 'account', 'accounts')} bought`,
      lines: [
        `${textIn(name, 'en')}: ${english(accounts, 'account', 'accounts')} for ${usdt.en(amount)}, order ${orderNo}.`,
        bought < quantity
          ? `Your standing order has bought ${bought} of ${quantity} so far and stays open.`
          : `Your standing order for ${quantity} is complete.`,
      ],
      link: 'View order',
    }),
    standingOrderEnded: ({ name, bought, quantity }) => ({
      title: 'your standing order has ended',
      lines: [
        `${textIn(name, 'en')}: your standing order has reached its end date. It bought ${bought} of ${quantity}.`,
      ],
      link: 'View product',
    }),
    priceDown: ({ name, amount, before }) => ({
      title: `${textIn(name, 'en')}: price down to ${usdt.en(amount)}`,
      lines: [
        `${textIn(name, 'en')} now costs you ${usdt.en(amount)} per account. It was ${usdt.en(before)}.`,
      ],
      link: 'View product',
    }),
    couponEnding: ({ code, at }) => ({
      title: `your coupon ${code} ends soon`,
      lines: [`You have not used your coupon ${code} yet. It is valid until ${at}.`],
      link: 'View products',
    }),
  },
  'zh-cn': {
    orderDelivered: ({ orderNo, name, accounts }) => ({
      title: `订单已交付：${textIn(name, 'zh-cn')}`,
      lines: [`订单 ${orderNo} 的 ${accounts} 个账号已交付，可在订单页面和您的邮件中查看。`],
      link: '查看订单',
    }),
    deliveryFailed: ({ orderNo, name, email }) => ({
      title: `邮件未送达：${textIn(name, 'zh-cn')}`,
      lines: [
        `订单 ${orderNo} 的账号邮件无法送达${email === '' ? '' : ` ${email}`}。`,
        '账号可在订单页面查看，也可在该页面重新发送邮件或更换邮箱地址。',
      ],
      link: '查看订单',
    }),
    productBack: ({ name }) => ({
      title: `${textIn(name, 'zh-cn')} 已到货`,
      lines: [`您曾希望收到通知：${textIn(name, 'zh-cn')} 已到货。先下单者先得。`],
      link: '查看商品',
    }),
    standingOrderPlaced: ({ orderNo, name, accounts, amount, bought, quantity }) => ({
      title: `预约购买：已买入 ${accounts} 个账号`,
      lines: [
        `${textIn(name, 'zh-cn')}：${accounts} 个账号，共 ${usdt.zh(amount)}，订单 ${orderNo}。`,
        bought < quantity
          ? `预约购买已买入 ${bought} 个（共 ${quantity} 个），其余继续等待。`
          : `预约购买的 ${quantity} 个已全部买入。`,
      ],
      link: '查看订单',
    }),
    standingOrderEnded: ({ name, bought, quantity }) => ({
      title: '您的预约购买已到期',
      lines: [`${textIn(name, 'zh-cn')}：预约购买已到截止日期，共买入 ${bought} 个（预约 ${quantity} 个）。`],
      link: '查看商品',
    }),
    priceDown: ({ name, amount, before }) => ({
      title: `${textIn(name, 'zh-cn')} 降价至 ${usdt.zh(amount)}`,
      lines: [`${textIn(name, 'zh-cn')} 现在每个账号 ${usdt.zh(amount)}，此前为 ${usdt.zh(before)}。`],
      link: '查看商品',
    }),
    couponEnding: ({ code, at }) => ({
      title: `您的优惠券 ${code} 即将到期`,
      lines: [`您还没有使用优惠券 ${code}，有效期至 ${at}。`],
      link: '查看商品',
    }),
  },
  pt: {
    orderDelivered: ({ orderNo, name, accounts }) => ({
      title: `pedido entregue: ${textIn(name, 'pt')}`,
      lines: [
        `O pedido ${orderNo} foi entregue (${english(accounts, 'conta', 'contas')}). Veja tudo na página do pedido e no seu e-mail.`,
      ],
      link: 'Ver pedido',
    }),
    deliveryFailed: ({ orderNo, name, email }) => ({
      title: `e-mail não entregue: ${textIn(name, 'pt')}`,
      lines: [
        `O e-mail com as contas do pedido ${orderNo} não pôde ser entregue${email === '' ? '' : ` em ${email}`}.`,
        'As contas estão na página do pedido. De lá, você pode reenviá-las por e-mail, inclusive para outro endereço.',
      ],
      link: 'Ver pedido',
    }),
    productBack: ({ name }) => ({
      title: `${textIn(name, 'pt')} voltou ao estoque`,
      lines: [
        `Você pediu para ser avisado: ${textIn(name, 'pt')} voltou ao estoque. A venda segue a ordem de chegada dos pedidos.`,
      ],
      link: 'Ver produto',
    }),
    standingOrderPlaced: ({ orderNo, name, accounts, amount, bought, quantity }) => ({
      title: `compra programada: ${english(accounts, 'conta comprada', 'contas compradas')}`,
      lines: [
        `${textIn(name, 'pt')}: ${english(accounts, 'conta', 'contas')} por ${usdt.pt(amount)}, pedido ${orderNo}.`,
        bought < quantity
          ? `Sua compra programada já comprou ${bought} de ${quantity} e continua aberta.`
          : `Sua compra programada de ${quantity} está completa.`,
      ],
      link: 'Ver pedido',
    }),
    standingOrderEnded: ({ name, bought, quantity }) => ({
      title: 'sua compra programada terminou',
      lines: [
        `${textIn(name, 'pt')}: sua compra programada chegou à data final. Ela comprou ${bought} de ${quantity}.`,
      ],
      link: 'Ver produto',
    }),
    priceDown: ({ name, amount, before }) => ({
      title: `${textIn(name, 'pt')}: preço caiu para ${usdt.pt(amount)}`,
      lines: [
        `${textIn(name, 'pt')} agora custa ${usdt.pt(amount)} por conta para você. Antes custava ${usdt.pt(before)}.`,
      ],
      link: 'Ver produto',
    }),
    couponEnding: ({ code, at }) => ({
      title: `seu cupom ${code} está perto do fim`,
      lines: [`Você ainda não usou o cupom ${code}. Ele vale até ${at}.`],
      link: 'Ver produtos',
    }),
  },
  ru: {
    orderDelivered: ({ orderNo, name, accounts }) => ({
      title: `заказ доставлен: ${textIn(name, 'ru')}`,
      lines: [
        `Заказ ${orderNo} доставлен (${russian(accounts, 'аккаунт', 'аккаунта', 'аккаунтов')}). Всё есть на странице заказа и в письме.`,
      ],
      link: 'Открыть заказ',
    }),
    deliveryFailed: ({ orderNo, name, email }) => ({
      title: `письмо не доставлено: ${textIn(name, 'ru')}`,
      lines: [
        `Письмо с аккаунтами из заказа ${orderNo} не удалось доставить${email === '' ? '' : ` на адрес ${email}`}.`,
        'Аккаунты есть на странице заказа. Оттуда письмо можно отправить ещё раз, в том числе на другой адрес.',
      ],
      link: 'Открыть заказ',
    }),
    productBack: ({ name }) => ({
      title: `${textIn(name, 'ru')}: снова в наличии`,
      lines: [
        `Вы просили сообщить: ${textIn(name, 'ru')} снова в наличии. Товар получает тот, кто раньше оформит заказ.`,
      ],
      link: 'Открыть товар',
    }),
    standingOrderPlaced: ({ orderNo, name, accounts, amount, bought, quantity }) => ({
      title: `автопокупка: куплено ${russian(accounts, 'аккаунт', 'аккаунта', 'аккаунтов')}`,
      lines: [
        `${textIn(name, 'ru')}: ${russian(accounts, 'аккаунт', 'аккаунта', 'аккаунтов')} за ${usdt.ru(amount)}, заказ ${orderNo}.`,
        bought < quantity
          ? `Автопокупка купила уже ${bought} из ${quantity} и действует дальше.`
          : `Автопокупка завершена: куплено всё, ${quantity}.`,
      ],
      link: 'Открыть заказ',
    }),
    standingOrderEnded: ({ name, bought, quantity }) => ({
      title: 'автопокупка закончилась',
      lines: [`${textIn(name, 'ru')}: срок автопокупки истёк. Куплено ${bought} из ${quantity}.`],
      link: 'Открыть товар',
    }),
    priceDown: ({ name, amount, before }) => ({
      title: `${textIn(name, 'ru')}: цена снижена до ${usdt.ru(amount)}`,
      lines: [
        `${textIn(name, 'ru')}: теперь ${usdt.ru(amount)} за аккаунт для вас, раньше было ${usdt.ru(before)}.`,
      ],
      link: 'Открыть товар',
    }),
    couponEnding: ({ code, at }) => ({
      title: `купон ${code} скоро закончится`,
      lines: [`Вы ещё не использовали купон ${code}. Он действует до ${at}.`],
      link: 'Открыть товары',
    }),
  },
};
