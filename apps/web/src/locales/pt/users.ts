export const users = {
  title: 'Informações pessoais',
  lede: 'Sua conta nesta loja.',
  profile: {
    title: 'Conta',
    username: 'Nome de usuário',
    email: 'E-mail',
    balance: 'Saldo',
    since: 'Registro',
    status: 'Status',
    active: 'Ativa',
    frozen: 'Congelada',
    closed: 'Encerrada',
  },
  password: {
    title: 'Alterar senha',
    lede: 'Depois disso você sai de todos os dispositivos e entra com a nova senha.',
    old: 'Senha atual',
    submit: 'Alterar senha',
    unchanged: 'A nova senha deve ser diferente da atual',
    done: 'Sua senha foi alterada. Entre com a nova.',
  },
};
