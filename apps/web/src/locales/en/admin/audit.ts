export const audit = {
  title: 'Audit log',
  lede: 'Every change an operator made, chained so that none can be altered unseen.',
  field: {
    at: 'When',
    username: 'Who',
    action: 'What',
    subject: 'To what',
    address: 'From where',
    request: 'Request',
    hash: 'Hash',
  },
  change: {
    name: 'Fact',
    before: 'Before',
    after: 'After',
  },
  verify: 'Verify the chain',
  intact: 'All {{entries}} entries are as they were written. The last hash begins with {{hash}}.',
  broken: 'The chain is broken at entry {{entry}}.',
};
