export const sales = {
  title: 'Sales',
  lede: 'A refund counts on the day it is made. Income is sales less refunds and commission.',
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
