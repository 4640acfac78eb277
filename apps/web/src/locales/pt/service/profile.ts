export const profile = {
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
