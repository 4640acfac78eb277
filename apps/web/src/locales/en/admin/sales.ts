export const sales = {
  title: 'Sales',
  lede: 'Refunds count on the day they are made. Income is sales minus refunds and commission.',
  by: { day: 'Day', goods: 'Product', category: 'Category', agent: 'Agent' },
  orders: 'Orders',
  accounts: 'Accounts',
  amount: 'Sales',
  refunds: 'Refunds',
  refunded: 'Refunded',
  commission: 'Commission',
  income: 'Income',
  noAgent: 'No agent',
};
