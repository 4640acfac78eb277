export const orders = {
  title: 'Purchase history',
  lede: 'Your orders and the accounts that came with them.',
};
