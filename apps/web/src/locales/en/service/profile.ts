/** The personal information of a buyer. */
export const profile = {
  title: 'Profile',
  username: 'Username',
  email: 'E-mail',
  balance: 'Balance',
  since: 'Registered',
  status: 'Status',
  password: {
    title: 'Change password',
    lede: 'You’ll be signed out on all devices.',
    submit: 'Change password',
    unchanged: 'The new password must differ from the current one',
    done: 'Password changed. Sign in with your new password.',
  },
};
