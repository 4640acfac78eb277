export const securityEvents = {
  title: 'Sign-ins and refusals',
  lede: 'Kept for 90 days. Repeated events of one user from one address are counted by the hour. Many refused ones within an hour raise an alarm.',
  field: {
    at: 'First',
    last: 'Last',
    kind: 'Event',
    username: 'User',
    address: 'IP address',
    call: 'API call',
    count: 'Count',
  },
  kind: {
    signIn: 'Sign-in',
    signInRefused: 'Sign-in refused',
    adminCallRefused: 'Back office call refused',
    unknownToken: 'Unknown session token',
  },
  unknownUser: 'Unknown',
  manyAddresses: 'Many addresses',
};
