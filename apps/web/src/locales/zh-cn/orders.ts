export const orders = {
  title: '购买记录',
  lede: '您的订单以及随单交付的账号。',
};
