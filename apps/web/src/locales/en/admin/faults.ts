export const faults = {
  missing: 'Fill this in.',
  short: 'At least {{limit}} characters.',
  long: 'At most {{limit}} characters.',
  few: 'Choose or enter at least {{limit}}.',
  many: 'At most {{limit}} of them.',
  small: 'Not less than {{limit}}.',
  large: 'Not more than {{limit}}.',
  twice: 'Each of them only once.',
  wrong: 'The shop does not accept this.',
};
