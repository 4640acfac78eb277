export const users = {
  title: 'Personal information',
  lede: 'Your account in this shop.',
  profile: {
    title: 'Account',
    username: 'Username',
    email: 'E-mail',
    balance: 'Balance',
    since: 'Registered',
    status: 'Status',
    active: 'Active',
    frozen: 'Frozen',
    closed: 'Closed',
  },
  password: {
    title: 'Change password',
    lede: 'Afterwards you are signed out everywhere and sign in with the new password.',
    old: 'Current password',
    submit: 'Change password',
    unchanged: 'The new password must differ from the current one',
    done: 'Your password is changed. Sign in with the new one.',
  },
};
