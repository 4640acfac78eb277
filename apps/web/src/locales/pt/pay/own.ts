/** A buyer's own address, and top-ups to it. */
export const own = {
  title: 'Seu endereço na rede {{network}}',
  lede: 'Este endereço é só seu. Tudo o que chegar aqui é creditado no seu saldo, em um ou em vários pagamentos.',
  forever: 'Nunca expira',
  any: 'Qualquer valor a partir de {{minimum}} USDT',
  compare: 'Antes de enviar, compare os seis primeiros e os seis últimos caracteres.',
  qr: 'Código QR com o seu endereço',
  warning: 'Envie somente USDT e somente pela {{network}}. Outras moedas não podem ser creditadas.',
  off: 'As recargas pela {{network}} acabaram de ser desativadas. Escolha outra rede.',
  changed:
    'Este endereço não corresponde aos nossos registros, por isso não o mostramos. Fale com o suporte.',
  arriving: 'Recebido no seu endereço',
  arrivingIs: 'Aguardando pagamentos. Esta página é atualizada automaticamente.',
  small:
    'Até agora chegaram {{amount}} de {{minimum}} USDT. Quando chegarem mais {{missing}} USDT, tudo será creditado.',
  check: {
    ask: 'Conferir este endereço',
    busy: 'Conferindo…',
    good: 'O endereço está correto',
    goodText:
      'Seu navegador o calculou a partir do código publicado do contrato, sem depender do servidor da loja. Ninguém tem a chave dele: o que chegar só pode seguir para a carteira da loja.',
    bad: 'Não pague para este endereço',
    badText:
      'Seu navegador calculou outro endereço a partir do código publicado do contrato. Fale com o suporte.',
    factory: 'Contrato-fábrica',
    salt: 'Seu número (salt)',
    code: 'Hash do código do endereço',
    wallet: 'Carteira da loja',
  },
  smallList: {
    title: 'Abaixo do mínimo na rede {{network}}',
    confirming: 'Confirmando',
    waiting: 'Abaixo do mínimo',
  },
  pay: {
    amount: 'Valor',
    anyAmount: 'Se chegar outro valor, por causa de uma taxa, por exemplo, creditamos o valor recebido.',
    warning: 'Envie somente USDT na {{network}}. Creditamos o que chegar, já sem a taxa da corretora.',
    timeOverHint: 'Já enviou? O pagamento será creditado: o endereço continua seu.',
    ended:
      'Nenhum pagamento foi detectado no prazo. Se você já enviou, ele ainda será creditado: seu endereço não expira.',
    cancelled: 'Se você já pagou, o valor ainda será creditado: seu endereço não expira.',
    thanks: 'Estamos verificando seu pagamento.',
  },
};
