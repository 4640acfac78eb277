export const treasury = {
  title: 'Tesouraria',
  chains: 'Redes',
  covered: 'Totalmente coberta',
  notCovered: 'Saldo na rede menor que o devido',
  outOfOrder: 'Divergência contábil',
  onChain: 'Na rede',
  owed: 'Devido',
  to: {
    balances: 'Saldos dos usuários',
    unmatched: 'Depósitos não identificados',
    held: 'Depósitos retidos para análise',
    commission: 'Comissão dos agentes',
  },
  lookedAt: 'consultado {{time}}',
  state: {
    following: 'Lendo',
    stalled: 'Sem avanço',
    disagreeing: 'Nós divergentes',
    halted: 'Interrompida',
  },
  blocks: 'último {{head}}, finalizado {{final}}, atraso {{lag}}',
};
