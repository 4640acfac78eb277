/** What a shop needs before it opens. */
export const setup = {
  title: 'Configure sua loja',
  progress: '{{done}} de {{all}}',
  progressLabel: 'Progresso da configuração',
  skip: 'Não é necessário',
  unskip: 'É necessário',
  openFor: 'Pendente: {{networks}}',
  state: { open: 'Pendente', done: 'Concluído', skipped: 'Não é necessário' },
  step: {
    mail: 'Enviar um e-mail de teste',
    secondAdmin: 'Adicionar um segundo administrador',
    paymentMethods: 'Adicionar uma forma de pagamento',
    nodes: 'Verificar os nós',
    sanctions: 'Importar uma lista de sanções',
    terms: 'Escrever os termos de serviço',
    product: 'Colocar um produto à venda',
    backup: 'Fazer o primeiro backup',
  },
  text: {
    mail: 'Pedidos e códigos de acesso são enviados por e-mail.',
    secondAdmin:
      'Com verificação em duas etapas e senha própria. Sem ele, alterações que envolvem dinheiro esperam 72 horas.',
    paymentMethods: 'A carteira que recebe as recargas.',
    nodes: 'Cada rede precisa de pelo menos dois nós que funcionem e concordem.',
    sanctions: 'Pagamentos de carteiras da lista ficam retidos para análise.',
    terms: 'Até lá, os compradores veem o texto padrão.',
    product: 'Com pelo menos uma conta em estoque.',
    backup: 'No servidor: portside backup FOLDER',
  },
};
