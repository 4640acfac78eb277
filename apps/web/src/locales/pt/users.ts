export const users = {
  title: 'Dados pessoais',
  lede: 'Seu perfil e suas configurações de acesso.',
  status: {
    active: 'Ativo',
    frozen: 'Bloqueado',
    closed: 'Encerrado',
  },
  password: {
    old: 'Senha atual',
  },
};
