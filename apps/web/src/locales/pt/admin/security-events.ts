export const securityEvents = {
  title: 'Acessos e recusas',
  lede: 'Guardados por 90 dias. Eventos repetidos de um usuário a partir do mesmo endereço são somados por hora. Muitas recusas em uma hora geram um alerta.',
  field: {
    at: 'Primeira vez',
    last: 'Última vez',
    kind: 'Evento',
    username: 'Usuário',
    address: 'Endereço IP',
    call: 'Chamada da API',
    count: 'Vezes',
  },
  kind: {
    signIn: 'Login',
    signInRefused: 'Login recusado',
    adminCallRefused: 'Chamada do painel recusada',
    unknownToken: 'Token de sessão desconhecido',
  },
  unknownUser: 'Desconhecido',
  manyAddresses: 'Vários endereços',
};
