/** The dialog of a session that has ended. */
export const expired = {
  title: 'Login expired',
  text: 'Your session has expired. Please sign in again to continue.',
  confirm: 'Confirm',
  cancel: 'Think again',
};
