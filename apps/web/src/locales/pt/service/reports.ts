export const reports = {
  title: 'Sua conta está à venda aqui?',
  lede: 'Avise-nos; você não precisa entrar. Assim que confirmarmos que a conta é sua, ela deixa de ser vendida na hora.',
  email: 'Seu e-mail',
  emailHint: 'A resposta será enviada para este endereço. Ninguém mais o vê.',
  subject: 'Qual conta?',
  subjectHint: 'O serviço e a identificação da conta, como o e-mail ou o login',
  explanation: 'O que aconteceu e como podemos confirmar que a conta é sua?',
  explanationHint: 'Por exemplo: desde quando a conta é sua e quando você perdeu o acesso.',
  noSecrets:
    'Não envie senhas nem documentos de identidade. Se precisarmos de mais informações, perguntaremos.',
  send: 'Enviar pedido de remoção',
  rule: {
    email: 'Digite um e-mail válido',
    subject: 'Informe qual é a conta',
    explanation: 'Explique em uma ou duas frases',
  },
  sent: {
    title: 'Recebemos seu pedido de remoção',
    text: 'Uma pessoa analisa cada pedido de remoção. Você receberá a resposta por e-mail, qualquer que seja a decisão.',
  },
};
