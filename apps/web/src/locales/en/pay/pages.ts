export const pages = {
  confirm: {
    title: 'Confirm payment',
    lede: 'Check the details, then pay with a browser or phone wallet.',
  },
  cashier: {
    title: 'Cashier',
    lede: 'Choose how to pay. The address and amount are the same for every option.',
  },
  step: {
    title: 'Pay with this wallet',
    lede: 'The payment is made with the wallet in this browser.',
  },
  order: {
    title: 'Top-up details',
    amount: 'Payment amount',
    amountHint: 'Exact to the last digit: it identifies your payment.',
    network: 'Network',
    receiver: 'Receiver',
    tooLate:
      'Not found within the time allowed for late payments. If it arrived after that, claim it under “Payment missing?” on the top-up page.',
    none: 'No open top-up. Start one first.',
    start: 'Start a top-up',
  },
  ticket: {
    title: 'Open this payment?',
    text: 'This link opens one payment, once, and nothing else in your profile. Continue only if you requested it yourself.',
    open: 'Open payment',
    opening: 'Opening the payment',
    invalid: 'This payment link has been used or has expired',
    invalidText:
      'Only the newest link works, once and within ten minutes. Go back to the page that showed it and request a new one.',
    ended: 'This top-up can no longer be paid',
    endedText:
      'It was canceled, or its payment window has closed. Start a new one on the page you came from.',
    missing: 'Open this page from a payment link',
    missingText: 'Start a top-up on the page you came from and scan the code it shows.',
    lost: 'This payment can no longer be shown here. If you’ve paid, it will still be credited.',
  },
  ways: {
    title: 'Choose a wallet',
    recommended: 'Recommended',
    here: 'Browser wallet',
    hereText: 'A browser extension or your wallet app’s browser.',
    connect: 'Choose and connect',
    quick: 'Quick payment in a wallet app',
    quickText: 'Opens this payment in a wallet app on your phone.',
    quickShow: 'Show code and links',
    quickChoose: 'Choose a wallet app',
    scan: 'Scan with the phone that has your wallet',
    openIn: 'Or open it on this phone in',
    openHere: 'Open it on this phone in',
    codeEnds: 'Works once, for {{minutes}} min.',
    another: 'New code',
    untested:
      'The app must be installed. If nothing opens, copy the link and paste it into your wallet’s browser.',
    copyLink: 'Copy link',
    transfer: 'Send manually',
    transferText: 'Copy the amount and address, or scan a code.',
    transferShow: 'Show amount and address',
  },
  done: {
    receipt: 'Receipt as {{format}}',
    sent: 'Payment sent',
    sentText: 'The network is confirming it. We’ll credit you once it is confirmed; you can leave this page.',
  },
};
