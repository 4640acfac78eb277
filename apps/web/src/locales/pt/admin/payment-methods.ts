export const paymentMethods = {
  missing: 'Nenhum endereço definido: ninguém pode recarregar nesta rede.',
  set: 'Definir endereços',
  change: 'Trocar endereços',
  propose: 'Propor a mudança',
  on: 'Ligar de novo',
  onReason: 'Por que as recargas podem voltar',
  off: 'Desligar agora',
  askOff: 'Desligar as recargas em {{network}}? Vale na hora; religar exige um colega.',
  retire: 'Aposentar',
  askRetire: 'Aposentar esta forma de vez? A carteira continua vigiada por 90 dias.',
  retired: 'Endereços anteriores',
  proposed: 'Agora um colega precisa aprovar',
  done: 'Em vigor',
  waits:
    'Novos endereços exigem uma segunda pessoa e depois esperam um dia, em que qualquer administrador pode barrá-los. Compare letra por letra.',
  first:
    'Os primeiros endereços valem na hora. Compare letra por letra: dinheiro enviado a outro lugar se perde.',
  checkoutStays:
    'Este contrato de checkout paga à carteira para a qual foi criado, e isso nunca muda. Outra carteira precisa de um contrato próprio; deixe o campo vazio para oferecer só transferências simples.',
  reason: 'Motivo',
  reasonMissing: 'Diga o porquê em poucas palavras',
  notAddress: 'Não é um endereço dessa rede',
  notChain: 'O id da rede é um número',
  state: {
    on: 'Aceita recargas',
    off: 'Desligada',
    untrusted: 'Token errado, desligada',
    none: 'Não definida',
  },
  field: {
    wallet: 'Carteira de recebimento',
    contract: 'Contrato USDT',
    checkout: 'Contrato de checkout',
    chain: 'Rede',
    since: 'Desde',
    retired: 'Aposentada',
    watched: 'Vigiada até',
  },
  hint: {
    wallet: 'Para onde os compradores enviam USDT',
    contract: 'Vazio: o contrato da própria Tether na rede',
    checkout:
      'Precisa pagar à carteira acima; os nós são consultados. Vazio: só transferências simples são oferecidas',
    chain: 'Vazio: a rede principal',
  },
};
