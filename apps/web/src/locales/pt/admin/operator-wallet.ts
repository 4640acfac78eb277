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
    rejected: 'Você recusou o pedido na carteira. Nada foi enviado.',
    busy: 'A carteira tem outro pedido aberto. Responda a ele e tente de novo.',
    timeout:
      'Não houve resposta a tempo. Se você confirmar na carteira mais tarde, a transação ainda vale: verifique antes de repetir.',
    wrongNetwork: 'A carteira está em outra rede.',
    walletChanged: 'A carteira mudou para outro endereço. Conecte-a de novo.',
    insufficientCoin: 'Não há {{coin}} suficiente na carteira para a taxa de rede.',
    contractFailed: 'O contrato recusa isso agora. Nada foi enviado.',
    changedByWallet: 'A carteira alterou a transação, por isso ela não foi enviada.',
    wrongCode: 'O contrato não é o publicado.',
    failed: 'Não funcionou. Nada foi enviado.',
  },
};
