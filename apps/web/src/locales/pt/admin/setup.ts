/** What a shop needs before it opens. */
export const setup = {
  title: 'Configure sua loja',
  progress: '{{done}} de {{all}}',
  progressLabel: 'Progresso da configuração',
  skip: 'Não é necessário',
  unskip: 'Marcar como necessário',
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
      'Alguém com senha própria e verificação em duas etapas. Sem um segundo administrador, alterações que envolvem dinheiro esperam 72 horas.',
    paymentMethods:
      'A carteira que recebe as recargas. O primeiro endereço da loja vale na hora; os seguintes, também os de outras redes, aguardam aprovação.',
    nodes: 'Cada rede precisa de pelo menos dois nós em funcionamento e com os mesmos dados.',
    sanctions: 'Pagamentos de carteiras da lista ficam retidos para análise.',
    terms: 'Até lá, os compradores veem os termos padrão.',
    product: 'Com pelo menos uma conta em estoque.',
    backup: 'No servidor: portside backup FOLDER',
  },
};
