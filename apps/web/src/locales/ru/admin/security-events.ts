export const securityEvents = {
  title: 'Входы и отказы',
  lede: 'Хранятся 90 дней. Повторные события одного пользователя с одного адреса считаются по часам. Если за час отказов много, приходит оповещение.',
  field: {
    at: 'Первый раз',
    last: 'Последний раз',
    kind: 'Событие',
    username: 'Пользователь',
    address: 'IP-адрес',
    call: 'Вызов API',
    count: 'Сколько раз',
  },
  kind: {
    signIn: 'Вход',
    signInRefused: 'Отказ во входе',
    adminCallRefused: 'Отказ в админке',
    unknownToken: 'Неизвестный токен сессии',
  },
  unknownUser: 'Неизвестен',
  manyAddresses: 'Много адресов',
};
