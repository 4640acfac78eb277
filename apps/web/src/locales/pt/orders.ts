export const orders = {
  title: 'Histórico de compras',
  lede: 'Seus pedidos e as contas que vieram com eles.',
};
