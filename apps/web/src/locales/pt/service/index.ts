import type { ServiceCatalogue } from '../../catalogue.ts';
import { agents, payback } from './agents.ts';
import { suppliers } from './suppliers.ts';
import { support, delivery, days, reports, testWallet, trials, warrantyClaims } from './help.ts';
import { api, apiKeys, connect, notices, restocks, standing, webhooks } from './programs.ts';

const app = {
  title: 'Use {{name}} como aplicativo',
  lede: 'Abre na tela inicial, em janela própria.',
  install: 'Instalar',
  shareMenu: 'No Safari, toque em Compartilhar e depois em “Adicionar à Tela de Início”.',
};

/** In place of a list of products. */
const emptyList = {
  none: 'Sem estoque no momento. Volte em breve.',
  text: 'Tente outra palavra ou outro tipo de conta, ou inclua os produtos esgotados.',
  reset: 'Mostrar tudo',
};

/** Choosing one product of a family, and how many of one a buyer can have. */
const choice = {
  any: 'Qualquer',
  none: 'Não informado',
  picked: 'Você leva “{{name}}”, a opção mais barata em estoque.',
  ever: 'Até {{most}} por comprador',
  day: 'Até {{most}} por comprador ao dia (a partir da meia-noite, {{zone}})',
};

const statement = {
  title: 'Extratos e exportações',
  lede: 'Para sua contabilidade: cada movimentação do saldo entre duas datas, com saldo inicial e final.',
  thisMonth: 'Este mês',
  lastMonth: 'Mês passado',
  opening: 'Saldo inicial',
  credited: 'Entradas',
  debited: 'Saídas',
  closing: 'Saldo final',
  exact: 'Os extratos têm até seis casas decimais. Seu saldo aparece com duas, arredondado para baixo.',
  pdf: 'Extrato em PDF',
  table: 'Extrato em tabela',
  xlsx: 'Para planilhas (XLSX)',
  csv: 'Para programas (CSV)',
  history: 'Todo o seu histórico',
  historyHint: 'Sem os dados das contas.',
  orders: 'Pedidos',
  topUps: 'Recargas',
};

/** The question before a change that needs a new code. */
const freshCode = {
  title: 'Confirme sua identidade',
  text: 'Digite um novo código do seu app autenticador.',
  confirm: 'Confirmar',
};

/** The dialog of a session that has ended. */
const offer = {
  copy: 'Copiar o texto',
  copyHint: 'O navegador não permitiu copiar. O texto está selecionado: copie daqui.',
  fileHint:
    'Se nada foi salvo, compartilhe o arquivo, copie o texto ou abra esta página no seu navegador habitual.',
  share: 'Compartilhar',
  download: 'Baixar',
  copyText: 'Copiar texto',
  text: 'Texto',
};

const unsaved = {
  title: 'Descartar o que você digitou?',
  text: 'Isso ainda não foi salvo.',
  leave: 'Descartar',
  stay: 'Continuar editando',
};

const expired = {
  title: 'Sessão expirada',
  text: 'Entre novamente para continuar.',
  confirm: 'Confirmar',
  cancel: 'Agora não',
};

/** The form for a new password. */
const reset = {
  code: 'Código de verificação',
  sendCode: 'Enviar código',
  sendAgain: 'Reenviar em {{seconds}} s',
  emailFirst: 'Digite seu e-mail primeiro',
  lede: 'Enviaremos um código de seis dígitos por e-mail. Ele vale por 10 minutos.',
  submit: 'Definir nova senha',
  back: 'Voltar ao login',
  codeSent: 'Se este e-mail estiver cadastrado, você receberá um código em instantes.',
  done: 'Senha alterada. Entre com a nova senha.',
};

const invited = {
  title: 'Você recebeu um convite',
  lede: 'Escolha uma senha para {{name}}. Seu e-mail é {{email}}.',
  submit: 'Definir senha e entrar',
  ended:
    'Este convite já foi usado, foi substituído por outro ou tem mais de três dias. Peça um novo a quem convidou você.',
};

const security = {
  twoFactor: {
    title: 'Verificação em duas etapas',
    on: 'Ativada',
    off: 'Desativada',
    text: 'Além da senha, o login passa a exigir um código de seis dígitos gerado por um app no celular. Assim, ninguém entra só com a sua senha.',
    turnOn: 'Ativar',
    turnOff: 'Desativar',
    prove: 'Digite sua senha para continuar.',
    next: 'Continuar',
    scan: 'Escaneie este código com um app autenticador.',
    qr: 'Código QR para o app autenticador',
    byHand: 'Ou digite a chave:',
    copySecret: 'Copiar chave',
    enter: 'Depois, digite o código de seis dígitos que o app mostra.',
    lost: 'Guarde os códigos de recuperação mostrados a seguir: com eles você entra sem o celular.',
    isOn: 'Verificação em duas etapas ativada. As outras sessões foram encerradas.',
    offText: 'Depois disso, basta a senha para entrar. As outras sessões serão encerradas.',
    isOff: 'Verificação em duas etapas desativada.',
  },
  recovery: {
    title: 'Códigos de recuperação',
    text: 'Se você perder o celular, cada código substitui o app uma vez. Guarde-os agora: eles não serão mostrados de novo.',
    save: 'Salvar em arquivo',
    done: 'Já guardei',
    renew: 'Novos códigos de recuperação',
    ask: 'Os códigos atuais deixarão de valer. Continuar?',
    left_one: '{{count}} código de recuperação restante',
    left_many: '{{count}} códigos de recuperação restantes',
    left_other: '{{count}} códigos de recuperação restantes',
  },
  email: {
    title: 'Alterar e-mail',
    text: 'Enviaremos um código ao novo endereço para confirmar que ele é seu. Nada muda até você digitá-lo aqui.',
    new: 'Novo e-mail',
    same: 'Este já é o seu e-mail',
    sent: 'Enviamos um código para {{email}}, a menos que esse endereço já tenha cadastro. Ele vale por 10 minutos.',
    submit: 'Alterar e-mail',
    nothing: 'Não recebeu o código?',
    done: 'E-mail alterado. As outras sessões foram encerradas.',
    waiting:
      'A loja está alterando seu e-mail para {{email}}. A alteração passa a valer em {{at}}, ou antes, se outra pessoa da equipe da loja confirmar. Se você não pediu isso, recuse.',
    refuse: 'Recusar alteração',
    refused: 'Alteração recusada. Seu e-mail continua o mesmo.',
  },
  sessions: {
    title: 'Sessões ativas',
    lede: 'Não reconhece alguma? Encerre-a e altere sua senha.',
    unknown: 'Navegador desconhecido',
    current: 'Este navegador',
    end: 'Encerrar',
    endOf: 'Encerrar sessão: {{name}}',
  },
};

const profile = {
  title: 'Perfil',
  username: 'Nome de usuário',
  email: 'E-mail',
  balance: 'Saldo',
  since: 'Cadastro',
  status: 'Status',
  password: {
    title: 'Alterar senha',
    lede: 'Suas sessões serão encerradas em todos os dispositivos.',
    submit: 'Alterar senha',
    unchanged: 'A nova senha deve ser diferente da atual',
    done: 'Senha alterada. Entre com a nova senha.',
  },
};

const banned = {
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

const missing = {
  title: 'Página não encontrada',
  text: 'Não há nenhuma página neste endereço. Busque um produto ou continue por aqui:',
  search: 'Buscar produtos',
  find: 'Buscar',
  goods: 'Todos os produtos',
  board: 'Ir para a administração',
  textAdmin: 'Não há nenhuma página neste endereço na administração.',
};

const noAccess = {
  title: 'Esta página é para administradores',
  text: 'Você entrou como {{name}}, que é um perfil de comprador. Para abrir a administração, entre com um perfil de administrador.',
  textUnnamed:
    'Você entrou com um perfil de comprador. Para abrir a administração, entre com um perfil de administrador.',
  admin: 'Você entrou como administrador.',
  stay: 'Você continua conectado até decidir trocar de perfil.',
  signIn: 'Entrar como administrador',
};

/** Why a price is that of the reader, and coupons. */
const prices = {
  list: 'Preço de tabela',
  own: 'Seu preço',
  until: 'até {{date}}',
  endsIn: 'termina em {{time}}',
  level: {
    title: 'Seu nível',
    none: 'Você ainda não tem um nível.',
    next: 'Próximo:',
    progress: 'Progresso até o próximo nível',
    days_one: 'em {{days}} dia',
    days_many: 'em {{days}} dias',
    days_other: 'em {{days}} dias',
  },
  coupon: {
    add: 'Tenho um cupom',
    label: 'Código do cupom',
    apply: 'Aplicar',
    remove: 'Remover',
    of: 'Cupom {{code}}',
    notCheaper: 'Seu preço é menor sem este cupom, por isso ele não será usado.',
    minimum: 'Só para pedidos a partir de {{amount}} USDT.',
  },
};

/** Several products that are bought in one go. */
const cart = {
  title: 'Carrinho',
  lede: 'Vários produtos, uma só confirmação. Cada um vira um pedido próprio.',
  add: 'Adicionar ao carrinho',
  change: 'Atualizar carrinho',
  inCart: 'No seu carrinho: {{quantity}}',
  entry_one: 'Carrinho, {{count}} produto',
  entry_many: 'Carrinho, {{count}} produtos',
  entry_other: 'Carrinho, {{count}} produtos',
  full_one: 'O carrinho comporta {{count}} produto. Compre ou remova algo para adicionar mais.',
  full_many: 'O carrinho comporta {{count}} produtos. Compre ou remova alguns para adicionar mais.',
  full_other: 'O carrinho comporta {{count}} produtos. Compre ou remova alguns para adicionar mais.',
  empty: 'Seu carrinho está vazio.',
  toProducts: 'Ver produtos',
  remove: 'Remover',
  removeOf: 'Remover {{name}}',
  accept: 'Aceitar',
  take: 'Levar {{quantity}}',
  price: 'O preço mudou: {{now}} em vez de {{seen}} USDT cada.',
  settle: 'Algo mudou no seu carrinho. Aceite ou remova o que está marcado.',
  without_one: 'Sem {{count}} produto que não pode ser comprado como está',
  without_many: 'Sem {{count}} produtos que não podem ser comprados como estão',
  without_other: 'Sem {{count}} produtos que não podem ser comprados como estão',
  settleAll: 'Aceitar todas as mudanças',
  submit_one: 'Fazer {{count}} pedido agora',
  submit_many: 'Fazer {{count}} pedidos agora',
  submit_other: 'Fazer {{count}} pedidos agora',
  placed_one: '{{count}} pedido feito',
  placed_many: '{{count}} pedidos feitos',
  placed_other: '{{count}} pedidos feitos',
};

/** Gift codes, and what payments earn on top. */
const gifts = {
  title: 'Vale-presente',
  lede: 'Tem um código? O valor entra no seu saldo na hora.',
  code: 'Código',
  submit: 'Resgatar',
  empty: 'Digite o código',
  wrong: 'Isto não é um código de vale-presente. Verifique se digitou certo.',
  tooMany: 'Muitos códigos errados. Tente de novo em 15 minutos.',
  done: '{{amount}} USDT adicionados ao seu saldo',
  bonus: {
    title: 'Bônus de recarga',
    lede: 'Entra no saldo junto com cada pagamento de pelo menos:',
    from: 'a partir de {{amount}} USDT',
    gives: '+{{bonus}}',
    until: 'até {{at}}',
  },
};

export const catalogue: ServiceCatalogue = {
  agents,
  payback,
  suppliers,
  apiKeys,
  connect,
  app,
  banned,
  cart,
  warrantyClaims,
  days,
  delivery,
  expired,
  unsaved,
  offer,
  freshCode,
  gifts,
  missing,
  noAccess,
  notices,
  restocks,
  standing,
  prices,
  profile,
  reports,
  reset,
  invited,
  security,
  choice,
  api,
  emptyList,
  statement,
  support,
  testWallet,
  trials,
  webhooks,
};
