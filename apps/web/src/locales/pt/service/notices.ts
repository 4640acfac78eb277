export const banned = {
  title: 'Seu perfil está bloqueado',
  text: 'Login e compras estão desativados. Seu saldo e seus pedidos estão preservados.',
  review: 'Escreva abaixo para solicitar uma revisão ou fale com o suporte:',
  reviewHere: 'Escreva abaixo para solicitar uma revisão.',
  reply: 'Se você acha que é um engano, responda a qualquer e-mail recebido desta loja.',
  signInFirst:
    'Para escrever aqui, entre com seu nome de usuário e senha. Você não poderá comprar, mas verá sua conversa com o suporte.',
  signIn: 'Entrar para escrever',
  write: 'Sua mensagem',
  placeholder:
    'O que aconteceu? Se for sobre um pedido ou pagamento, informe o número ou o hash da transação.',
  send: 'Enviar mensagem',
  sent: 'Uma pessoa vai responder, aqui e por e-mail.',
  image: 'Imagem: visível quando seu perfil estiver ativo de novo.',
  ended:
    'Esta página não pode mais mostrar sua conversa. Se o seu perfil já está ativo, é só continuar; se não, entre de novo.',
  toShop: 'Voltar à loja',
  support: 'Falar no Telegram',
};

export const missing = {
  title: 'Página não encontrada',
  text: 'Não há nenhuma página neste endereço. Busque um produto ou continue por aqui:',
  search: 'Buscar produtos',
  find: 'Buscar',
  goods: 'Todos os produtos',
  board: 'Ir para a administração',
  textAdmin: 'Não há nenhuma página neste endereço na administração.',
};

export const noAccess = {
  title: 'Esta página é para administradores',
  text: 'Você entrou como {{name}}, que é um perfil de comprador. Para abrir a administração, entre com um perfil de administrador.',
  textUnnamed:
    'Você entrou com um perfil de comprador. Para abrir a administração, entre com um perfil de administrador.',
  admin: 'Você entrou como administrador.',
  stay: 'Você continua conectado até decidir trocar de perfil.',
  signIn: 'Entrar como administrador',
};
