export const sales = {
  title: 'Продажи',
  lede: 'Возврат учитывается в день, когда он сделан. Доход — продажи за вычетом возвратов и комиссии.',
  by: { day: 'День', goods: 'Товар', category: 'Категория', agent: 'Агент' },
  orders: 'Заказы',
  accounts: 'Аккаунты',
  amount: 'Продажи',
  refunds: 'Возвраты',
  refunded: 'Возвращено',
  commission: 'Комиссия',
  income: 'Доход',
  noAgent: 'Без агента',
};
