export const users = {
  title: 'Personal information',
  lede: 'Your profile and sign-in settings.',
  status: {
    active: 'Active',
    frozen: 'Blocked',
    closed: 'Closed',
  },
  password: {
    old: 'Current password',
  },
};
