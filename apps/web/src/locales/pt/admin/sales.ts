export const sales = {
  title: 'Vendas',
  lede: 'O reembolso conta no dia em que é feito. Receita: vendas menos reembolsos e comissão.',
  by: {
    day: 'Dia',
    goods: 'Produto',
    category: 'Categoria',
    agent: 'Agente',
  },
  orders: 'Pedidos',
  accounts: 'Contas',
  amount: 'Vendas',
  refunds: 'Reembolsos',
  refunded: 'Reembolsado',
  commission: 'Comissão',
  income: 'Receita',
  noAgent: 'Sem agente',
};
