export const users = {
  title: 'Dados pessoais',
  lede: 'Seu perfil e suas configurações de acesso.',
  profile: {
    title: 'Perfil',
    username: 'Nome de usuário',
    email: 'E-mail',
    balance: 'Saldo',
    since: 'Cadastro',
    status: 'Status',
    active: 'Ativo',
    frozen: 'Bloqueado',
    closed: 'Encerrado',
  },
  password: {
    title: 'Alterar senha',
    lede: 'Suas sessões serão encerradas em todos os dispositivos.',
    old: 'Senha atual',
    submit: 'Alterar senha',
    unchanged: 'A nova senha deve ser diferente da atual',
    done: 'Senha alterada. Entre com a nova senha.',
  },
};
