export const recharges = {
  title: 'Top up',
  lede: 'USDT on TRON or Ethereum. Network fees are paid by you.',
};
