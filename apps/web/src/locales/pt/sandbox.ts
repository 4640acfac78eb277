/** The wallet of test money beside a payment. */
export const sandbox = {
  title: 'Carteira do sandbox',
  lede: 'Dinheiro de teste. Envia USDT na rede local, como a sua carteira faria.',
  to: 'Para',
  amount: 'Valor em USDT',
  exact: 'Exato',
  less: '1 a menos',
  more: '1 a mais',
  invalid: 'Use só números, com até seis casas decimais',
  differs:
    'Não é o valor exato: a loja não consegue saber de quem é o pagamento e o registra como não identificado.',
  send: 'Enviar USDT de teste',
  sent: 'Enviado. A loja vai detectar o pagamento pela rede.',
  own: {
    title: 'Pagar com sua própria carteira',
    lede: 'Adicione esta rede à sua carteira e receba no seu endereço USDT de teste e moedas para as taxas de rede.',
    rpc: 'URL do RPC',
    chain: 'ID da rede',
    token: 'Contrato do token',
    address: 'Seu endereço',
    coin: 'Receber {{coin}} para taxas',
    usdt: 'Receber USDT de teste',
    gotCoin: 'Seu endereço agora tem {{balance}} {{coin}}.',
    gotUsdt: '{{amount}} USDT de teste enviados.',
  },
  copyHash: 'Copiar hash da transação',
};
