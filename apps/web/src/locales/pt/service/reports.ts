export const reports = {
  title: 'Sua conta está à venda aqui?',
  lede: 'Avise-nos, sem precisar entrar. Assim que ficar claro que é sua, ela sai da venda na hora.',
  email: 'Seu e-mail',
  emailHint: 'A resposta vai para lá, e mais ninguém o vê.',
  subject: 'Qual conta',
  subjectHint: 'O serviço e o nome da conta, como o e-mail ou o login dela',
  explanation: 'O que aconteceu e como podemos saber que é sua',
  explanationHint: 'Por exemplo: desde quando ela é sua e quando perdeu o acesso.',
  noSecrets: 'Não envie senhas nem documentos de identidade. Se precisarmos de mais, perguntamos.',
  send: 'Enviar denúncia',
  rule: {
    email: 'Digite um e-mail válido',
    subject: 'Diga de qual conta se trata',
    explanation: 'Explique em uma ou duas frases',
  },
  sent: {
    title: 'Obrigado, vamos verificar',
    text: 'Uma pessoa lê cada denúncia. Seja qual for o resultado, a resposta chega por e-mail.',
  },
};
