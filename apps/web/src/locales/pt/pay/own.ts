/** Top-ups to a buyer's own address. */
export const own = {
  pay: {
    amount: 'Valor',
    anyAmount: 'Se chegar outro valor, por causa de uma taxa, por exemplo, creditamos o valor recebido.',
    warning: 'Envie somente USDT na {{network}}. Creditamos o que chegar, já sem a taxa da corretora.',
    timeOverHint: 'Já enviou? O pagamento será creditado: o endereço continua seu.',
    ended:
      'Nenhum pagamento foi detectado no prazo. Se você já enviou, ele ainda será creditado: seu endereço não expira.',
    cancelled: 'Se você já pagou, o valor ainda será creditado: seu endereço não expira.',
    found:
      'O pagamento chegou, mas não para esta recarga. Veja o histórico de recargas: ele pode já ter sido creditado ou estar abaixo do mínimo. Se não estiver lá, fale com o suporte.',
    thanks: 'Estamos verificando seu pagamento.',
  },
};
