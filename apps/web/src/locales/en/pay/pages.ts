export const pages = {
  confirm: {
    title: 'Confirm payment',
    lede: 'Check the order, then pay it with a wallet of this browser or of your phone.',
  },
  cashier: {
    title: 'Cashier',
    lede: 'Choose how to pay. Every way ends at the same address with the same amount.',
  },
  step: {
    title: 'Pay in this wallet',
    lede: 'You are about to pay with the wallet of this browser.',
  },
  order: {
    title: 'Order information',
    number: 'Order number',
    amount: 'Payment amount',
    amountHint: 'To the last digit: it names your order on the chain.',
    network: 'Network',
    receiver: 'Receiver',
    status: 'Status',
    none: 'No order is open here. Start a top-up first.',
    start: 'Start a top-up',
  },
  ticket: {
    title: 'Open this payment?',
    text: 'The link opens one payment once, and nothing else of your account. Go on only if you have asked for it yourself.',
    open: 'Open payment',
    opening: 'Opening the payment',
    invalid: 'This payment link was used or is too old',
    invalidText:
      'Payment links open once, within ten minutes. Go back to the page that showed it and ask for a new one.',
    missing: 'This page opens by a payment link',
    missingText: 'Start a top-up on the page you came from and scan the code that it shows.',
    lost: 'This payment can no longer be shown here. If you have paid, it is credited all the same.',
  },
  ways: {
    title: 'Choose a wallet',
    recommended: 'Recommended',
    here: 'Wallet of this browser',
    hereText: 'An extension, or the wallet app whose browser this is.',
    connect: 'Choose and connect',
    quick: 'Quick payment in a wallet app',
    quickText: 'Opens this payment in the browser of a wallet on your phone.',
    quickShow: 'Show code and links',
    scan: 'Scan with the phone that has your wallet',
    openIn: 'Or open it on this phone in',
    codeEnds: 'Works once, for {{minutes}} minutes.',
    another: 'New code',
    untested:
      'The app must be installed. If nothing opens, copy the link and paste it in the browser of your wallet.',
    copyLink: 'Copy link',
    transfer: 'Send it yourself',
    transferText: 'Exact amount and address to copy, or a code to scan.',
    transferShow: 'Show amount and address',
  },
  done: {
    sent: 'Payment sent',
    sentText:
      'The network is working on it. You are credited when the chain calls it final; you may leave this page.',
  },
};
