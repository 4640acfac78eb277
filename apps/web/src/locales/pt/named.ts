/** O que era uma transação informada, pagamentos parecidos e a janela do pedido de crédito: carregados com o que os mostra. */
export const catalogue = {
  payment: {
    other: 'Ela foi enviada na rede {{network}}.',
    confirming:
      '{{amount}} USDT a caminho: confirmação {{done}} de cerca de {{needed}}. O crédito é automático.',
    small:
      'Chegaram {{amount}} USDT, abaixo do mínimo. O valor será creditado junto com os seus próximos pagamentos.',
    review: 'Chegaram {{amount}} USDT, que estão em análise manual. Seus fundos estão seguros.',
    credited: '{{amount}} USDT foram adicionados ao seu saldo.',
    rejected:
      '{{amount}} USDT chegaram, mas não foram creditados a você. Fale com o suporte e informe o hash da transação.',
    unmatched:
      '{{amount}} USDT chegaram à carteira da loja, mas não sabemos se são seus. Solicite o crédito com a carteira que enviou.',
    unsignable:
      '{{amount}} USDT chegaram à carteira da loja. Quem enviou foi uma ponte ou uma emissão, e nenhuma carteira pode assinar. Registramos em seu nome: fale com o suporte.',
    otherNetwork:
      '{{amount}} USDT foram para o endereço certo, mas na rede {{network}}, onde o crédito não é automático. Fale com o suporte: vemos o que você enviou.',
    otherToken:
      'Esta transação enviou outro token, não USDT. O crédito não é automático. Fale com o suporte: vemos o que você enviou.',
    coin: 'Esta transação enviou {{amount}} {{coin}}, não USDT. O crédito não é automático. Fale com o suporte: vemos o que você enviou.',
    failed:
      'Esta transação falhou na rede {{network}}: nenhum USDT foi enviado. Verifique sua carteira e pague de novo.',
    otherAddress:
      'Esta transação não enviou nada ao seu endereço nem à carteira da loja. Confira se é a certa.',
  },
  action: {
    claim: 'Solicitar este crédito',
    support: 'Falar com o suporte',
  },
  near: {
    title: 'Este pagamento é seu?',
    amount:
      '{{amount}} USDT chegaram a esta carteira em {{at}}. Não é o valor exato, por isso não sabemos de quem são.',
    network:
      '{{amount}} USDT chegaram na rede {{network}} em {{at}}: o valor exato desta recarga, mas em outra rede.',
    sign: 'Se forem seus, solicite o crédito com a carteira que enviou.',
  },
  claim: {
    network: 'Rede do pagamento',
    how: 'Informe o hash da transação. Depois, assine uma mensagem com a carteira que enviou o pagamento. A assinatura não movimenta dinheiro.',
    next: 'Continuar',
    sign: 'Assine esta mensagem com a carteira que enviou o pagamento. A assinatura não movimenta seus fundos nem dá acesso a eles.',
    signature: 'Assinatura',
    send: 'Enviar solicitação',
    signWith: 'Assinar com {{wallet}}',
    signInSandbox: 'Assinar com a carteira do sandbox',
    notSigned: 'A carteira não assinou a mensagem',
    thanks: {
      waiting: 'Solicitação recebida. O crédito será automático quando o pagamento aparecer na rede.',
      seen: 'O pagamento será creditado assim que for confirmado.',
      credited: 'Creditado',
    },
  },
};
