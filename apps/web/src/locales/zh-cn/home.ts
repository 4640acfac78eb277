export const home = {
  title: '账号批发，码头直发。',
  lede: '邮箱、游戏账号、云存储：库存真实，阶梯定价，付款即发货。用 USDT 充值，每一笔都由您亲自签名。',
  browse: '浏览账号',
  topUp: 'USDT 充值',
  welcome: '欢迎登船',
  welcomeBack: '您好，{{name}}',
  figures: {
    online: '当前在线',
    sold: '今日已售',
    note: '数据均为真实统计，绝不虚构。订单号已打码，时间按您的时区显示。',
  },
  board: {
    title: '最新离港',
    order: '订单号',
    time: '时间',
    ago: '距今',
    empty: '今日暂无订单，新订单会自动显示在这里。',
    live: '实时',
  },
  shelf: {
    title: '在港货品',
    lede: '货架上的每一件都是清点过的库存。',
    all: '查看全部',
    from: '{{price}} USDT 起',
    products_other: '{{count}} 种商品',
    inStock: '库存 {{stock}}',
    soldOut: '已售罄',
    empty: '码头暂时空着，新货会在这里卸下。',
  },
  steps: {
    title: '三步完成，无需手续',
    topUp: {
      title: '用 USDT 充值',
      text: '在 TRON 或以太坊上转入准确金额。链上确认后，到账多少入账多少。',
    },
    choose: {
      title: '挑选货品',
      text: '按类型筛选，查看真实库存，设定数量与性别。买得越多，单价越低。',
    },
    receive: {
      title: '立即收货',
      text_other: '在页面查看账号，下载 TXT 或 CSV，或查收邮件。账号数据 {{days}} 天后删除。',
    },
  },
};
