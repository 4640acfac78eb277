/** What an entry is about. */
export const noun = {
  user: 'Usuário',
  agent: 'Agente',
  order: 'Pedido',
  claim: 'Solicitação de garantia do pedido',
  recharge: 'Recarga',
  deposit: 'Depósito',
  network: 'Rede',
  goods: 'Produto',
  category: 'Categoria',
  stock: 'Estoque',
  userImport: 'Importação de usuários',
  setup: 'Configuração inicial',
  batch: 'Importação',
  item: 'Conta',
  report: 'Pedido de remoção',
  role: 'Função',
  paymentMethod: 'Forma de pagamento',
  wallet: 'Carteira',
  settings: 'Configurações da loja',
  mail: 'E-mail',
  announcement: 'Aviso',
  proposal: 'Proposta',
  quarantine: 'Transferência em quarentena',
  brand: 'Marca da loja',
  document: 'Documento',
  telegram: 'Chat do Telegram',
  sales: 'Vendas',
  audit: 'Registro de auditoria',
  securityEvent: 'Eventos de segurança',
};

/** What was done, by the noun and the verb of its action. */
export const action = {
  order: {
    deliver: 'E-mail de entrega reenviado',
    replace: 'Contas substituídas',
    refund: 'Pedido reembolsado',
    export: 'Pedidos exportados',
  },
  claim: {
    refuse: 'Solicitação de garantia recusada',
    export: 'Solicitações de garantia exportadas',
  },
  deposit: {
    assign: 'Depósito decidido',
    rescan: 'Blocos relidos',
    export: 'Depósitos exportados',
  },
  recharge: {
    export: 'Recargas exportadas',
  },
  goods: {
    create: 'Produto criado',
    update: 'Produto alterado',
    onSale: 'Produtos colocados à venda ou retirados da venda',
    image: 'Imagem do produto alterada',
    export: 'Produtos exportados',
  },
  category: {
    create: 'Categoria criada',
    update: 'Categoria alterada',
    delete: 'Categoria excluída',
  },
  stock: {
    import: 'Estoque importado',
    refusedLines: 'Linhas rejeitadas baixadas',
    decideHeld: 'Linhas retidas decididas',
    withdraw: 'Estoque retirado da venda',
    export: 'Estoque exportado',
    reveal: 'Conta revelada',
    search: 'Estoque pesquisado por login',
    find: 'Estoque pesquisado por linhas inteiras',
  },
  batch: {
    export: 'Importações exportadas',
  },
  report: {
    uphold: 'Pedido de remoção aceito',
    refuse: 'Pedido de remoção recusado',
    export: 'Pedidos de remoção exportados',
  },
  user: {
    create: 'Usuário criado',
    update: 'Usuário alterado',
    status: 'Status do usuário alterado',
    sessions: 'Sessões do usuário encerradas',
    twoFactor: 'Verificação em duas etapas redefinida',
    agent: 'Agente do usuário alterado',
    export: 'Usuários exportados',
    import: 'Usuários importados',
  },
  balance: {
    adjust: 'Saldo ajustado',
    export: 'Extrato de saldo exportado',
  },
  role: {
    create: 'Função criada',
    update: 'Função alterada',
    delete: 'Função excluída',
    grant: 'Função do usuário alterada',
  },
  password: {
    change: 'Própria senha alterada',
  },
  email: {
    change: 'Próprio e-mail alterado',
  },
  twoFactor: {
    on: 'Própria verificação em duas etapas ativada',
    off: 'Própria verificação em duas etapas desativada',
    recovery: 'Próprios códigos de recuperação renovados',
  },
  owner: { recover: 'Acesso do proprietário restaurado no servidor' },
  support: {
    answer: 'Resposta do suporte enviada',
    markRead: 'Conversa marcada como lida',
  },
  agent: {
    create: 'Agente criado',
    update: 'Agente alterado',
    payout: 'Repasse registrado',
    export: 'Agentes exportados',
  },
  paymentMethod: {
    change: 'Endereços de recebimento alterados',
    switch: 'Recargas ativadas ou desativadas',
    retire: 'Forma de pagamento descontinuada',
    seal: 'Endereços de recebimento selados',
    restore: 'Endereços de recebimento restaurados',
  },
  records: {
    seal: 'Registros existentes selados',
    drop: 'Registro forjado excluído',
  },
  wallet: {
    block: 'Carteira bloqueada',
    unblock: 'Carteira desbloqueada',
    sanctions: 'Lista de sanções substituída',
    export: 'Carteiras bloqueadas exportadas',
  },
  settings: {
    change: 'Configurações alteradas',
  },
  setup: { skip: 'Etapa da configuração marcada como necessária ou não necessária' },
  mail: {
    test: 'E-mail de teste enviado',
  },
  announcement: {
    create: 'Aviso criado',
    update: 'Aviso alterado',
    delete: 'Aviso excluído',
    export: 'Avisos exportados',
  },
  chain: {
    resume: 'Leitura de depósitos retomada',
  },
  quarantine: {
    review: 'Transferência em quarentena analisada',
    export: 'Transferências em quarentena exportadas',
  },
  telegram: {
    test: 'Mensagem de teste enviada',
  },
  brand: {
    draft: 'Rascunho alterado',
    publish: 'Marca publicada',
    undo: 'Marca revertida',
  },
  document: {
    update: 'Documento alterado',
  },
  proposal: {
    create: 'Alteração proposta',
    approve: 'Proposta aprovada',
    veto: 'Proposta rejeitada ou retirada',
    settle: 'Proposta executada ou com falha',
  },
  commission: {
    export: 'Extrato de comissões exportado',
  },
  sales: {
    export: 'Vendas exportadas',
  },
  audit: {
    export: 'Registro de auditoria exportado',
  },
  securityEvent: { export: 'Eventos de segurança exportados' },
};
