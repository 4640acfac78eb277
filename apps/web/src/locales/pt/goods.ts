export const goods = {
  title: 'Comprar contas',
  lede: 'Estoque contado, preços por faixa, entrega imediata.',
};
