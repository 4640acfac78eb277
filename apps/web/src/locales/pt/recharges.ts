export const recharges = {
  title: 'Recarregar',
  lede: 'USDT na TRON ou na Ethereum. As taxas de rede são pagas por você.',
};
