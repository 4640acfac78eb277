import type { ServiceCatalogue } from '../../catalogue.ts';
import { agents, support, delivery, days, reports, trials, warrantyClaims } from './help.ts';

const app = {
  title: 'Use {{name}} como aplicativo',
  lede: 'Abre na tela inicial, em janela própria.',
  install: 'Instalar',
  shareMenu: 'No Safari, toque em Compartilhar e depois em “Adicionar à Tela de Início”.',
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

export const catalogue: ServiceCatalogue = {
  agents,
  app,
  banned,
  warrantyClaims,
  days,
  delivery,
  expired,
  freshCode,
  missing,
  noAccess,
  profile,
  reports,
  reset,
  security,
  statement,
  support,
  trials,
};
