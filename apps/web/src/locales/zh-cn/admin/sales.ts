export const sales = {
  title: '销售',
  lede: '退款计入退款当日。收入 = 销售额 − 退款 − 佣金。',
  by: { day: '日期', goods: '商品', category: '分类', agent: '代理' },
  orders: '订单',
  accounts: '账号',
  amount: '销售额',
  refunds: '退款笔数',
  refunded: '退款金额',
  commission: '佣金',
  income: '收入',
  noAgent: '无代理',
};
