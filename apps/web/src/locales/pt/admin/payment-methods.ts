export const paymentMethods = {
  unsealed: {
    title: 'Estes endereços foram alterados fora da loja',
    text: 'O banco de dados não contém mais o que foi aprovado aqui. A rede está desativada: nenhum endereço é mostrado e nenhuma recarga é oferecida. Descubra quem consegue gravar no banco de dados e depois restaure os endereços aprovados. Se não for possível, informe os endereços novamente.',
    restore: 'Restaurar endereços aprovados',
    lede: 'Restaura os últimos endereços e configurações aprovados nesta loja. Os demais são removidos, mas permanecem no registro de auditoria.',
    done: 'Endereços aprovados restaurados',
  },
  missing: 'Nenhum endereço definido: não é possível recarregar nesta rede.',
  set: 'Definir endereços',
  change: 'Alterar endereços',
  propose: 'Propor alteração',
  on: 'Reativar',
  onReason: 'Motivo para reativar as recargas',
  off: 'Desativar agora',
  askOff:
    'Desativar as recargas na {{network}}? O efeito é imediato; para reativar, outra pessoa precisa aprovar.',
  retire: 'Descontinuar',
  askRetire:
    'Descontinuar esta forma de pagamento definitivamente? A carteira continua monitorada por 90 dias. Se houver um contrato de endereços, a carteira e os endereços dos compradores continuam monitorados sem prazo.',
  retired: 'Endereços anteriores',
  proposed: 'Enviado para aprovação',
  done: 'Em vigor',
  waits:
    'Novos endereços precisam da aprovação de outra pessoa e de uma espera de 24 horas, em que qualquer administrador pode rejeitá-los. Se ninguém mais puder aprovar, esperam 72 horas. Isso vale também para os primeiros endereços de mais uma rede. Compare caractere por caractere.',
  first:
    'Estes são os primeiros endereços de recebimento da loja e entram em vigor na hora. Todos os seguintes, também os de outras redes, precisam da aprovação de outra pessoa e de 24 horas, ou de 72 horas se ninguém mais puder aprovar. Compare caractere por caractere: dinheiro enviado ao endereço errado se perde.',
  checkoutStays:
    'Este contrato de pagamento paga somente à carteira para a qual foi criado, e isso nunca muda. Outra carteira exige outro contrato; deixe o campo vazio para oferecer somente transferências simples.',
  reason: 'Motivo',
  reasonMissing: 'Informe o motivo',
  notAddress: 'Não é um endereço desta rede',
  notChain: 'O ID da rede é um número',
  state: {
    on: 'Aceita recargas',
    off: 'Desativada',
    unsealed: 'Desativada: endereços alterados',
    untrusted: 'Desativada: token incorreto',
    none: 'Não configurada',
  },
  modeHint: {
    own_addresses:
      'Cada comprador paga a um endereço próprio; qualquer valor é creditado. Você recolhe o que há neles para a sua carteira.',
    exact_amount:
      'Todo pagamento vai para a carteira de recebimento e é reconhecido pelo valor exato ou pelo contrato de pagamento.',
  },
  check: {
    proven: 'Contrato publicado, paga a esta carteira',
    other: 'Não é o contrato publicado para esta carteira',
    none: 'Não há contrato neste endereço',
    unknown: 'Os nós não respondem ou divergem',
    checking: 'Verificando na rede',
  },
  deploy: {
    factory: 'Implantar um contrato de endereços',
    checkout: 'Implantar um contrato de pagamento',
    title: 'Implantar com a sua própria carteira',
    text: 'Sua carteira paga a taxa de rede e assina. O contrato não tem dono: seja quem for que o implante, ele só pode pagar a esta carteira:',
    walletFirst: 'Informe primeiro a carteira de recebimento',
    cost: 'Custa cerca de {{fee}}. A carteira tem {{coin}}.',
    submit: 'Implantar',
    signing: 'Confirme na sua carteira',
    sent: 'Enviada, aguardando um bloco',
    noToken: 'Informe primeiro o contrato USDT',
  },
  factoryStays:
    'Este contrato sempre paga à carteira para a qual foi criado. Outra carteira exige outro contrato, e os compradores recebem novos endereços. Eles são avisados uma vez, na página de recarga e por e-mail. Os endereços antigos continuam monitorados, e os fundos neles podem ser recolhidos.',
  newAddresses:
    'Os compradores recebem novos endereços nesta rede e são avisados uma vez, na página de recarga e por e-mail. Os antigos continuam monitorados, e os fundos neles podem ser recolhidos.',
  watchedAlways: 'Sem data final',
  mode: {
    exact_amount: 'Pelo valor exato',
    own_addresses: 'Pelo endereço próprio de cada comprador',
  },
  field: {
    wallet: 'Carteira de recebimento',
    contract: 'Contrato USDT',
    checkout: 'Contrato de pagamento',
    factory: 'Contrato de endereços',
    mode: 'Identificação dos pagamentos',
    chain: 'ID da rede',
    since: 'Desde',
    retired: 'Descontinuada em',
    watched: 'Monitorada até',
  },
  hint: {
    wallet: 'Recebe o USDT dos compradores ou do recolhimento',
    contract: 'Deixe vazio para usar o contrato oficial da Tether',
    checkout: 'Deve pagar à carteira acima. Deixe vazio para oferecer só transferências simples',
    factory: 'Cria os endereços dos compradores. Deve pagar à carteira acima',
    chain: 'Deixe vazio para usar a rede principal',
  },
};
