/** The question before a change that needs a new code. */
export const freshCode = {
  title: 'Confirm it’s you',
  text: 'Enter a new code from your authenticator app.',
  confirm: 'Confirm',
};
