/** The question before a change that needs a new code. */
export const freshCode = {
  title: 'Confirme sua identidade',
  text: 'Digite um novo código do seu app autenticador.',
  confirm: 'Confirmar',
};
