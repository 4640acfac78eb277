/** The question before a change that needs a new code. */
export const freshCode = {
  title: 'Подтвердите, что это вы',
  text: 'Введите новый код из приложения-аутентификатора.',
  confirm: 'Подтвердить',
};
