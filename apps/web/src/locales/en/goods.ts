export const goods = {
  title: 'Buy accounts',
  lede: 'Counted stock, tiered prices, delivered at once.',
};
