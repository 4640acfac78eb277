/** The form for a new password. */
export const reset = {
  code: 'Verification code',
  sendCode: 'Send code',
  sendAgain: 'Resend in {{seconds}} s',
  emailFirst: 'Please enter your e-mail first',
  lede: 'We’ll e-mail you a six-digit code. It is valid for ten minutes.',
  submit: 'Set new password',
  back: 'Back to sign in',
  codeSent: 'If this address is registered, a code is on its way.',
  done: 'Password changed. Sign in with your new password.',
};
