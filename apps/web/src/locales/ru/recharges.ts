export const recharges = {
  title: 'Пополнить',
  lede: 'USDT в TRON или Ethereum. Комиссию сети платите вы.',
};
