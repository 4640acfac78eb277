export const operatorWallet = {
  connect: 'Conectar {{name}}',
  sandbox: 'carteira de teste do sandbox',
  sandboxNote:
    'A carteira de teste do sandbox assina na hora e só tem dinheiro de teste em redes locais. Uma loja real não tem essa carteira: o servidor nunca guarda chaves.',
  looking: 'Procurando carteiras',
  none: 'Este navegador não tem carteira para {{network}}. Instale uma extensão e recarregue a página.',
  connecting: 'Confirme a conexão na sua carteira',
  switching: 'Confirme a troca de rede na sua carteira',
  leave: 'Usar outra carteira',
  elsewhere: 'A carteira não está em {{network}}',
  switch: 'Trocar de rede',
  problem: {
    rejected: 'Você recusou a solicitação na carteira. Nada foi enviado.',
    busy: 'Sua carteira tem outra solicitação aberta. Responda a ela e tente novamente.',
    timeout:
      'A carteira não respondeu a tempo. Se você confirmar por lá, a transação será válida: verifique antes de repetir.',
    wrongNetwork: 'A carteira está em outra rede.',
    walletChanged: 'A carteira mudou para outro endereço. Conecte-a de novo.',
    insufficientCoin: 'Não há {{coin}} suficiente na carteira para a taxa de rede.',
    contractFailed: 'O contrato rejeitou a chamada. Nada foi enviado.',
    changedByWallet: 'A carteira alterou a transação, por isso ela não foi enviada.',
    wrongCode: 'O contrato não é o publicado.',
    failed: 'Algo deu errado. Nada foi enviado.',
  },
};
