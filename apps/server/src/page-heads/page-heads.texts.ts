import type { Language } from '@portside/contract';

/** A page that search engines may show, by what it is about. */
export type PublicPage =
  | 'home'
  | 'goods'
  | 'signIn'
  | 'register'
  | 'reset'
  | 'howToBuy'
  | 'topUp'
  | 'refunds'
  | 'support'
  | 'terms'
  | 'privacy'
  | 'api'
  | 'report';

type Texts = { readonly title: string; readonly description: string };

/**
 * Titles and descriptions of the public pages. Titles are those that the pages show (`scripts/page-titles.test.ts`
 * compares them); descriptions fit into the 160 characters that search engines show.
 */
export const headTexts: Readonly<Record<Language, Readonly<Record<PublicPage, Texts>>>> = {
  en: {
    home: {
      title: 'Wholesale accounts, delivered instantly',
      description: 'Live stock, volume pricing, instant delivery. Pay in USDT from your own wallet.',
    },
    goods: {
      title: 'Buy accounts',
      description:
        'All products with live stock, volume prices and warranty. Delivered right after payment in USDT.',
    },
    signIn: {
      title: 'Sign in',
      description: 'Sign in to order, top up your balance and download the accounts you have bought.',
    },
    register: {
      title: 'Sign up',
      description:
        'Sign up in less than a minute: username, e-mail address, password. Then top up in USDT and order.',
    },
    reset: {
      title: 'Reset your password',
      description: 'Forgot your password? Set a new one with a six-digit code that we send by e-mail.',
    },
    howToBuy: {
      title: 'How to buy',
      description: 'From signing up to receiving your accounts, in four steps.',
    },
    topUp: {
      title: 'How to top up',
      description:
        'Top up your balance in USDT: choose a network, pay from any wallet or exchange, and order.',
    },
    refunds: {
      title: 'Warranty and refunds',
      description:
        'What the warranty covers, how to claim accounts that don’t work, and when you get a replacement or a refund.',
    },
    support: {
      title: 'How to get help',
      description:
        'How to reach support, what to include in your message, and what to do if you cannot sign in.',
    },
    terms: {
      title: 'Terms of service',
      description:
        'The terms for buying in this shop: orders, balance, delivery, warranty and permitted use.',
    },
    privacy: {
      title: 'Privacy policy',
      description: 'Which data this shop keeps, for how long, and who can see it.',
    },
    api: {
      title: 'API for programs',
      description:
        'Order, read accounts and claim by program: guide, reference, samples and webhooks of this shop’s API.',
    },
    report: {
      title: 'Is your account being sold here?',
      description: 'Report an account that is sold here. If it is yours, we take it off sale.',
    },
  },
  'zh-cn': {
    home: {
      title: '账号批发，付款即发货',
      description: '实时库存，买得越多单价越低，付款后立即发货。用您自己的钱包以 USDT 付款。',
    },
    goods: {
      title: '购买账号',
      description: '全部商品：实时库存、阶梯价与质保一目了然。以 USDT 付款，付款后立即发货。',
    },
    signIn: { title: '登录', description: '登录后即可下单、充值余额，并下载您购买的账号。' },
    register: {
      title: '注册',
      description: '不到一分钟即可注册：设置用户名和密码，填写邮箱，然后用 USDT 充值并下单。',
    },
    reset: { title: '重置密码', description: '忘记密码？我们会向您的邮箱发送六位验证码，用它设置新密码。' },
    howToBuy: { title: '如何购买', description: '从注册到收到账号，只需四步。' },
    topUp: {
      title: '如何充值',
      description: '用 USDT 充值余额：选择网络，从任意钱包或交易所付款，到账后即可下单。',
    },
    refunds: {
      title: '质保与退款',
      description: '质保范围、如何为无法使用的账号提交售后申请，以及何时补发或退款。',
    },
    support: {
      title: '如何联系客服',
      description: '如何联系客服、消息中应写明哪些内容，以及无法登录时怎么办。',
    },
    terms: { title: '服务条款', description: '在本店购买的条款：订单、余额、发货、质保与允许的用途。' },
    privacy: { title: '隐私政策', description: '本店保存哪些数据、保存多久、谁可以看到。' },
    api: {
      title: '程序接口（API）',
      description: '通过程序下单、读取账号和申请售后：本店 API 的指南、参考、示例和 Webhook。',
    },
    report: {
      title: '这里出售的是您的账号吗？',
      description: '如果出售的账号属于您，请提交下架请求。我们核实后会将其下架。',
    },
  },
  pt: {
    home: {
      title: 'Contas no atacado, com entrega na hora',
      description:
        'Estoque em tempo real, preço por volume e entrega na hora. Pague em USDT com a sua carteira.',
    },
    goods: {
      title: 'Comprar contas',
      description:
        'Todos os produtos com estoque em tempo real, preço por volume e garantia. Pague em USDT e receba na hora.',
    },
    signIn: {
      title: 'Entrar',
      description: 'Entre para fazer pedidos, recarregar o saldo e baixar as contas que você comprou.',
    },
    register: {
      title: 'Criar cadastro',
      description:
        'Cadastre-se em menos de um minuto: nome de usuário, e-mail e senha. Depois, recarregue em USDT e faça o pedido.',
    },
    reset: {
      title: 'Redefinir senha',
      description: 'Esqueceu a senha? Crie uma nova com o código de seis dígitos que enviamos por e-mail.',
    },
    howToBuy: { title: 'Como comprar', description: 'Do cadastro à entrega das contas, em quatro passos.' },
    topUp: {
      title: 'Como recarregar',
      description:
        'Recarregue o saldo em USDT: escolha a rede, pague de qualquer carteira ou corretora e faça o pedido.',
    },
    refunds: {
      title: 'Garantia e reembolsos',
      description: 'O que a garantia cobre, como solicitar a garantia e quando há substituição ou reembolso.',
    },
    support: {
      title: 'Como obter ajuda',
      description:
        'Como falar com o suporte, o que informar na mensagem e o que fazer se você não consegue entrar.',
    },
    terms: {
      title: 'Termos de serviço',
      description: 'As condições de compra nesta loja: pedidos, saldo, entrega, garantia e uso permitido.',
    },
    privacy: {
      title: 'Política de privacidade',
      description: 'Quais dados esta loja guarda, por quanto tempo e quem pode vê-los.',
    },
    api: {
      title: 'API para programas',
      description:
        'Compre, leia contas e peça garantia por programa: guia, referência, exemplos e webhooks da API desta loja.',
    },
    report: {
      title: 'Sua conta está à venda aqui?',
      description: 'Denuncie uma conta à venda aqui. Se ela for sua, nós a retiramos da venda.',
    },
  },
  ru: {
    home: {
      title: 'Аккаунты оптом с\u00a0мгновенной выдачей',
      description:
        'Реальный остаток, оптовые цены, выдача сразу после оплаты. Платите в USDT со своего кошелька.',
    },
    goods: {
      title: 'Купить аккаунты',
      description:
        'Все товары: реальный остаток, оптовые цены и гарантия. Оплата в USDT, выдача сразу после оплаты.',
    },
    signIn: {
      title: 'Войти',
      description: 'Войдите, чтобы делать заказы, пополнять баланс и скачивать купленные аккаунты.',
    },
    register: {
      title: 'Регистрация',
      description:
        'Регистрация меньше чем за минуту: имя пользователя, почта и пароль. Затем пополните баланс в USDT и сделайте заказ.',
    },
    reset: {
      title: 'Восстановление пароля',
      description: 'Забыли пароль? Задайте новый с помощью шестизначного кода, который мы пришлём на почту.',
    },
    howToBuy: {
      title: 'Как купить',
      description: 'От регистрации до получения аккаунтов\u00a0— четыре шага.',
    },
    topUp: {
      title: 'Как пополнить баланс',
      description:
        'Пополните баланс в USDT: выберите сеть, заплатите с любого кошелька или биржи и сделайте заказ.',
    },
    refunds: {
      title: 'Гарантия и возврат',
      description:
        'Что входит в гарантию, как сообщить о нерабочих аккаунтах и когда полагается замена или возврат.',
    },
    support: {
      title: 'Как получить помощь',
      description: 'Как связаться с поддержкой, что указать в сообщении и что делать, если не удаётся войти.',
    },
    terms: {
      title: 'Условия использования',
      description: 'Условия покупки в магазине: заказы, баланс, выдача, гарантия и допустимое использование.',
    },
    privacy: {
      title: 'Политика конфиденциальности',
      description: 'Какие данные хранит магазин, как долго и кто может их видеть.',
    },
    api: {
      title: 'API для программ',
      description:
        'Заказывайте, получайте аккаунты и обращайтесь по гарантии программно: руководство, справочник, примеры и вебхуки API магазина.',
    },
    report: {
      title: 'Здесь продаётся ваш аккаунт?',
      description: 'Сообщите об аккаунте, который здесь продаётся. Если он ваш, мы снимем его с продажи.',
    },
  },
};

/** The description of the list of one category's products. */
export const categoryDescriptions: Readonly<Record<Language, (category: string) => string>> = {
  en: (category) =>
    `${category}: all products with live stock, volume prices and warranty, delivered right after payment.`,
  'zh-cn': (category) => `${category}：全部商品，实时库存、阶梯价与质保，付款后立即发货。`,
  pt: (category) =>
    `${category}: todos os produtos com estoque em tempo real, preço por volume e garantia, entregues na hora.`,
  ru: (category) =>
    `${category}: все товары с реальным остатком, оптовыми ценами и гарантией, выдача сразу после оплаты.`,
};
