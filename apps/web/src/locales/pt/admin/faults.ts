export const faults = {
  missing: 'Preencha este campo.',
  short: 'Mínimo de caracteres: {{limit}}.',
  long: 'Máximo de caracteres: {{limit}}.',
  few: 'Mínimo de itens: {{limit}}.',
  many: 'Máximo de itens: {{limit}}.',
  small: 'Valor mínimo: {{limit}}.',
  large: 'Valor máximo: {{limit}}.',
  twice: 'Não repita itens.',
  wrong: 'Valor inválido.',
};
