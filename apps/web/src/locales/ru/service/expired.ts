/** The dialog of a session that has ended. */
export const expired = {
  title: 'Сеанс истёк',
  text: 'Войдите снова, чтобы продолжить.',
  confirm: 'Подтвердить',
  cancel: 'Не сейчас',
};
