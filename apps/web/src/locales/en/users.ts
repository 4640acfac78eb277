export const users = {
  title: 'Personal information',
  lede: 'Your profile and sign-in settings.',
  profile: {
    title: 'Profile',
    username: 'Username',
    email: 'E-mail',
    balance: 'Balance',
    since: 'Registered',
    status: 'Status',
    active: 'Active',
    frozen: 'Blocked',
    closed: 'Closed',
  },
  password: {
    title: 'Change password',
    lede: 'You’ll be signed out on all devices.',
    old: 'Current password',
    submit: 'Change password',
    unchanged: 'The new password must differ from the current one',
    done: 'Password changed. Sign in with your new password.',
  },
};
