export const recharges = {
  title: '充值',
  lede: '支持 TRON 与以太坊网络的 USDT,网络手续费由您承担。',
};
