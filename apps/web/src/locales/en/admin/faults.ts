export const faults = {
  missing: 'This field is required.',
  short: 'Enter at least {{limit}} characters.',
  long: 'Enter no more than {{limit}} characters.',
  few: 'Choose or enter at least {{limit}}.',
  many: 'No more than {{limit}} allowed.',
  small: 'Must be {{limit}} or more.',
  large: 'Must be {{limit}} or less.',
  twice: 'No duplicates allowed.',
  wrong: 'Invalid value.',
};
