export const treasury = {
  title: 'Tesouraria',
  chains: 'Redes',
  covered: 'Coberta',
  notCovered: 'Menos na rede do que o devido',
  outOfOrder: 'Livros divergentes',
  onChain: 'Na rede',
  owed: 'Devido',
  to: {
    balances: 'Saldos dos usuários',
    unmatched: 'Depósitos sem destino',
    held: 'Depósitos retidos',
    commission: 'Comissão dos agentes',
  },
  lookedAt: 'visto {{time}}',
  state: {
    following: 'Acompanhada',
    stalled: 'Parada',
    halted: 'Interrompida',
  },
  blocks: 'topo {{head}}, definitivo {{final}}, {{lag}} atrás',
};
