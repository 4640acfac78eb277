export const tasks = {
  title: 'O que espera por você',
  nothing: 'Nada espera. Todas as contas estão em ordem.',
  since: 'desde {{time}}',
  alarm: {
    ledgerOff: 'Um saldo não é a soma dos seus movimentos',
    booksOff: 'Depósitos e livro-razão diferem',
    chainHalted: 'Os pagamentos deixaram de ser lidos',
    logsQuarantined: 'Transferências estranhas foram postas de lado',
    walletProblem: 'Uma carteira precisa de atenção',
    notCovered: 'As carteiras têm menos do que a loja deve',
    chainLate: 'Os pagamentos são vistos com atraso',
    sanctionsOld: 'Lista de sanções em falta ou com mais de 48 horas',
  },
  kind: {
    proposals: 'Propostas a aprovar',
    unmatchedDeposits: 'Depósitos sem dono',
    heldDeposits: 'Depósitos retidos',
    claims: 'Reclamações abertas',
    conversations: 'Conversas sem resposta',
    reports: 'Denúncias de donos legítimos',
    failedMails: 'Entregas não enviadas por e-mail',
  },
};
