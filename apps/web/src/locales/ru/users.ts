export const users = {
  title: 'Профиль',
  lede: 'Личные данные и безопасность.',
  status: {
    active: 'Активен',
    frozen: 'Заблокирован',
    closed: 'Закрыт',
  },
  password: {
    old: 'Текущий пароль',
  },
};
