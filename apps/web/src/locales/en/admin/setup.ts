/** What a shop needs before it opens. */
export const setup = {
  title: 'Set up your shop',
  progress: '{{done}} of {{all}}',
  progressLabel: 'Setup progress',
  skip: 'Not needed here',
  unskip: 'Mark as needed',
  openFor: 'Still to do: {{networks}}',
  state: { open: 'To do', done: 'Done', skipped: 'Not needed' },
  step: {
    mail: 'Send a test e-mail',
    secondAdmin: 'Add a second admin',
    paymentMethods: 'Add a payment method',
    nodes: 'Check the nodes',
    sanctions: 'Import a sanctions list',
    terms: 'Write your terms of service',
    product: 'Put a product on sale',
    backup: 'Make the first backup',
  },
  text: {
    mail: 'Orders and sign-in codes are sent by e-mail.',
    secondAdmin:
      'Someone with their own password and two-factor sign-in. Without a second admin, changes that involve money wait 72 hours.',
    paymentMethods:
      'The wallet that receives top-ups. The shop’s first address takes effect at once; all later ones, including those of further networks, wait for approval.',
    nodes: 'Each network needs at least two working nodes that agree.',
    sanctions: 'Payments from listed wallets are held for review.',
    terms: 'Until then, buyers see the built-in terms.',
    product: 'With at least one account in stock.',
    backup: 'On the server: portside backup FOLDER',
  },
};
