export const home = {
  title: '账号批发，付款即发货。',
  lede: '实时库存，买得越多单价越低，付款后立即发货。用您自己的钱包以 USDT 付款。',
  browse: '选购账号',
  topUp: 'USDT 充值',
  welcome: '欢迎光临',
  welcomeBack: '您好，{{name}}',
  figures: {
    online: '当前在线',
    sold: '今日已售',
    note: '数据均为真实统计。订单号部分隐藏，时间按您所在时区显示。',
  },
  board: {
    title: '实时订单',
    order: '订单号',
    time: '时间',
    empty: '暂无订单，新订单会实时显示在这里。',
    live: '实时',
  },
  products: {
    best: '最近 7 天热销',
    featured: '商品',
    back: '重新到货',
    soldWeek_other: '7 天售出 {{sold}} 个',
    title: '现货',
    lede: '库存数量实时更新。',
    all: '查看全部商品',
    from: '{{price}} USDT 起',
    count_other: '{{count}} 种商品',
    inStock: '库存 {{stock}}',
    soldOut: '已售罄',
    empty: '暂无在售商品，请稍后再来。',
  },
  steps: {
    title: '购买流程',
    topUp: {
      title: '用 USDT 充值',
      text: '向页面显示的地址转入 USDT，网络确认后按实收金额到账。',
    },
    choose: {
      title: '选择商品',
      text: '按类型筛选，查看实时库存，设置数量和性别。买得越多，单价越低。',
    },
    receive: {
      title: '立即收货',
      text_other: '在页面查看账号，下载 TXT 或 CSV，或查收邮件。账号数据 {{days}} 天后删除。',
    },
  },
};
