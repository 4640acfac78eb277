/** A buyer's own address and what arrives there, loaded after the first paint. */
export const catalogue = {
  title: 'Seu endereço na rede {{network}}',
  lede: 'Este endereço é só seu. Tudo o que chegar aqui é creditado no seu saldo, em um ou em vários pagamentos.',
  about: 'Sobre este endereço',
  forever: 'Nunca expira',
  any: 'Qualquer valor a partir de {{minimum}} USDT',
  later:
    'Se enviar só daqui a mais de duas horas, abra esta página de novo depois de enviar: o pagamento é encontrado na hora. Caso contrário, pode demorar uma hora a mais.',
  compare: 'Antes de enviar, compare o endereço inteiro com o da sua carteira.',
  qr: 'Código QR com o seu endereço',
  warning: 'Envie somente USDT e somente pela {{network}}. Outras moedas não podem ser creditadas.',
  off: 'As recargas pela {{network}} acabaram de ser desativadas. Escolha outra rede.',
  arriving: 'Recebido no seu endereço',
  arrivingIs: 'Aguardando pagamentos',
  claim:
    'O que chega ao seu endereço próprio é creditado automaticamente. Se você pagou para outro endereço da loja e o valor não foi creditado, solicite o crédito assinando com a carteira que o enviou.',
  small:
    'Até agora chegaram {{amount}} de {{minimum}} USDT. Quando chegarem mais {{missing}} USDT, tudo será creditado.',
  check: {
    ask: 'Conferir este endereço',
    busy: 'Conferindo…',
    good: 'O endereço corresponde ao código publicado',
    proves:
      'Seu navegador o calculou a partir do código publicado dos contratos e da carteira, do contrato de endereços e do número abaixo. Se esse contrato for o publicado, ninguém tem a chave deste endereço, e o que chegar só pode seguir para essa carteira.',
    limits:
      'Isso não prova que a carteira é da loja nem que o número é seu: os dois vêm do servidor da loja. Compare a carteira e os hashes com o que a loja publicou em outro lugar.',
    chain: {
      reading: 'Pedindo o código do contrato às carteiras deste navegador…',
      published: '{{wallet}} leu o contrato pelo próprio nó: é o publicado.',
      other: '{{wallet}} leu o contrato pelo próprio nó, e ele não é o publicado. Fale com o suporte.',
      unread:
        'O código do contrato não foi lido na rede: este navegador não tem uma carteira com nó próprio da {{network}}. Você pode consultar o contrato em um explorador de blocos.',
    },
    bad: 'Não pague para este endereço',
    badText:
      'Seu navegador calculou outro endereço a partir do código publicado do contrato. Fale com o suporte.',
    unchecked:
      'Seu navegador não conseguiu conferir este endereço com o código publicado. Atualize a página antes de pagar.',
    wallet: 'Carteira da loja',
    factory: 'Contrato de endereços',
    salt: 'Seu número (salt)',
    factoryCode: 'Hash do código publicado do contrato de endereços',
    addressCode: 'Hash do código publicado do endereço',
  },
  smallList: {
    title: 'Abaixo do mínimo na rede {{network}}',
    confirming: 'Confirmando',
    waiting: 'Abaixo do mínimo',
  },
};
