/** The wallet of play money beside a payment. */
export const sandbox = {
  title: 'Carteira do sandbox',
  lede: 'Dinheiro fictício. Envia USDT na rede local, como faria sua própria carteira.',
  to: 'Para',
  amount: 'Valor em USDT',
  exact: 'Exato',
  less: '1 a menos',
  more: '1 a mais',
  invalid: 'Dígitos com no máximo seis decimais',
  differs: 'Não é o valor exato: a loja não sabe de quem é o pagamento e o guarda como não identificado.',
  send: 'Enviar USDT fictício',
  sent: 'Enviado. A loja só fica sabendo pela própria rede.',
  copyHash: 'Copiar hash da transação',
};
