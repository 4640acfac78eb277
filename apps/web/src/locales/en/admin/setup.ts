/** What a shop needs before it opens. */
export const setup = {
  title: 'Set up your shop',
  progress: '{{done}} of {{all}}',
  progressLabel: 'Set-up progress',
  skip: 'Not needed here',
  unskip: 'Needed after all',
  openFor: 'Still open: {{networks}}',
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
      'With two-factor sign-in and a password of their own. Without one, changes to money wait 72 hours.',
    paymentMethods: 'The wallet that receives top-ups.',
    nodes: 'Each network needs at least two nodes that work and agree.',
    sanctions: 'Payments from listed wallets are held for review.',
    terms: 'Until then, buyers see the built-in text.',
    product: 'With at least one account in stock.',
    backup: 'On the server: portside backup FOLDER',
  },
};
