export const treasury = {
  title: 'Tesouraria',
  chains: 'Redes',
  covered: 'Coberta',
  notCovered: 'Saldo na rede menor que o devido',
  outOfOrder: 'Divergência contábil',
  onChain: 'Na rede',
  owed: 'Devido',
  to: {
    balances: 'Saldos dos usuários',
    unmatched: 'Depósitos não identificados',
    held: 'Depósitos retidos',
    commission: 'Comissão dos agentes',
  },
  lookedAt: 'consultado {{time}}',
  state: {
    following: 'Sincronizada',
    stalled: 'Parada',
    halted: 'Interrompida',
  },
  blocks: 'último {{head}}, finalizado {{final}}, atraso {{lag}}',
};
