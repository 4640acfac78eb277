/** What the sandbox suggests to try. */
export const trials = {
  title: 'O que experimentar',
  lede: 'Isto é um sandbox: o mês de histórico, os compradores e os pedidos são fictícios, e o dinheiro é de teste, em redes locais. Cada item é marcado automaticamente assim que for feito.',
  count: 'Feitos: {{done}} de {{all}}',
  done: 'Feito',
  open: 'Ainda não feito',
  go: 'Abrir',
  goAs: 'Abrir como {{username}}',
  mails: 'Os e-mails não são enviados: leia-os aqui',
  parts: { buyer: 'Como comprador', agent: 'Como agente', owner: 'Como proprietário' },
  topUp: {
    title: 'Recarregue com dinheiro de teste',
    text: 'Escolha TRON ou BNB Smart Chain para um endereço só seu, ou outra rede para um valor exato, e pague com a carteira do sandbox ao lado do código QR. O saldo chega em segundos.',
  },
  order: {
    title: 'Compre contas',
    text: 'Escolha um produto e a quantidade: o preço cai com a quantidade. As contas aparecem na página na hora e chegam por e-mail. As caixas de e-mail empresariais vêm com códigos de uso único e instruções.',
  },
  exchangeFee: {
    title: 'Pague por uma corretora que desconta uma taxa',
    text: 'Crie uma recarga na Ethereum e envie 1 USDT a menos, como faria uma corretora: o pagamento não é identificado, e o proprietário o atribui ao comprador. Na TRON, com endereço próprio, o que chega é creditado.',
  },
  ownWallet: {
    title: 'Pague com a sua própria carteira',
    text: 'Em “Pagar com sua própria carteira”, abaixo da carteira do sandbox, estão o endereço da rede local, USDT de teste e moedas para as taxas. A sua carteira assina um único pagamento desse valor exato.',
  },
  ownAddress: {
    title: 'Recarregue pelo seu endereço próprio',
    text: 'Abra uma recarga na TRON ou na BNB Smart Chain e envie qualquer valor ao endereço mostrado, com a carteira do sandbox ao lado. O crédito é automático.',
  },
  claim: {
    title: 'Faça uma solicitação de garantia',
    text: 'Primeiro compre contas, como indicado acima. Depois abra o pedido na garantia, marque as contas que não funcionam e diga por quê. O proprietário vê a solicitação na administração.',
  },
  referral: {
    title: 'Indique um comprador como agente',
    text: 'O agente ganha 5% do que seus compradores pedem. Copie o link de indicação, abra-o em uma janela anônima e cadastre-se.',
  },
  sweep: {
    title: 'Recolha os fundos dos endereços',
    text: 'Veja o que há nos endereços próprios dos compradores e transfira para a carteira de recebimento com a carteira de teste do sandbox. Nenhum saldo muda.',
  },
  stock: {
    title: 'Importe contas',
    text: 'Abra um produto, importe algumas linhas suas e veja o estoque crescer na loja.',
  },
  conversation: {
    title: 'Responda a um comprador',
    text: 'Há uma pergunta em português aguardando resposta. A resposta aparece na hora na página do comprador.',
  },
  refund: {
    title: 'Aprove um reembolso com uma segunda pessoa',
    text: 'Um reembolso acima de 100 USDT precisa de duas pessoas. Um, proposto pelo proprietário, aguarda o segundo proprietário, colleague. Para propor outro, abra um pedido grande como proprietário.',
  },
  takedown: {
    title: 'Retire da venda a conta de outra pessoa',
    text: 'Envie um pedido de remoção com o login de uma conta à venda, por exemplo uma que você importou; qualquer pessoa pode fazer isso sem entrar. Depois decida sobre o pedido de remoção como proprietário: a conta é retirada e nunca mais vendida.',
  },
};
