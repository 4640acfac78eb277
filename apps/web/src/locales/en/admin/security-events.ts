export const securityEvents = {
  title: 'Security events',
  lede: 'Kept for 90 days. Repeated events by one user from one IP address are grouped by hour. Many failed or denied attempts within an hour raise an alarm.',
  field: {
    at: 'First seen',
    last: 'Last seen',
    kind: 'Event',
    username: 'User',
    address: 'IP address',
    call: 'API call',
    count: 'Count',
  },
  kind: {
    signIn: 'Sign-in',
    signInRefused: 'Failed sign-in',
    adminCallRefused: 'Back office call denied',
    unknownToken: 'Unknown session token',
  },
  unknownUser: 'Unknown',
  manyAddresses: 'Multiple addresses',
};
