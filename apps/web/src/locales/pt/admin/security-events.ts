export const securityEvents = {
  title: 'Eventos de segurança',
  lede: 'Guardados por 90 dias. Eventos repetidos de um usuário a partir do mesmo endereço IP são agrupados por hora. Muitas tentativas com falha ou negadas em uma hora geram um alerta.',
  field: {
    at: 'Primeira ocorrência',
    last: 'Última ocorrência',
    kind: 'Evento',
    username: 'Usuário',
    address: 'Endereço IP',
    call: 'Chamada da API',
    count: 'Ocorrências',
  },
  kind: {
    signIn: 'Login',
    signInRefused: 'Falha de login',
    adminCallRefused: 'Chamada à administração negada',
    unknownToken: 'Token de sessão desconhecido',
  },
  unknownUser: 'Desconhecido',
  manyAddresses: 'Vários endereços',
};
