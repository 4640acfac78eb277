export const faults = {
  missing: 'Preencha este campo.',
  short: 'Pelo menos {{limit}} caracteres.',
  long: 'No máximo {{limit}} caracteres.',
  few: 'Escolha ou informe pelo menos {{limit}}.',
  many: 'No máximo {{limit}} itens.',
  small: 'Não menos que {{limit}}.',
  large: 'Não mais que {{limit}}.',
  twice: 'Cada item só uma vez.',
  wrong: 'A loja não aceita este valor.',
};
