/** A buyer's own address and what arrives there, loaded after the first paint. */
export const catalogue = {
  title: 'Your address on {{network}}',
  lede: 'This address is yours alone. Whatever arrives here is added to your balance, in one payment or several.',
  forever: 'Never expires',
  any: 'Any amount from {{minimum}} USDT',
  compare: 'Before you send, compare the whole address with the one in your wallet.',
  qr: 'QR code with your address',
  warning: 'Send only USDT, only on {{network}}. Other coins can’t be credited.',
  off: 'Top-ups on {{network}} were just switched off. Choose another network.',
  arriving: 'Arrived at your address',
  arrivingIs: 'Looking for payments. This page updates automatically.',
  claim:
    'Whatever arrives at your own address is credited by itself. If you paid to another address of the shop and it wasn’t credited, claim the payment by signing with the wallet that sent it.',
  small:
    '{{amount}} of {{minimum}} USDT so far. Once another {{missing}} USDT arrives, everything is credited.',
  check: {
    ask: 'Check this address',
    busy: 'Checking…',
    good: 'This is the right address',
    goodText:
      'Your browser computed it from the published contract code, without the shop’s server. Nobody holds a key to it: what arrives can only move on to the shop’s wallet.',
    bad: 'Don’t pay to this address',
    badText:
      'Your browser computed a different address from the published contract code. Please contact support.',
    factory: 'Address factory',
    salt: 'Your number (salt)',
    code: 'Hash of the address code',
    wallet: 'The shop’s wallet',
  },
  smallList: {
    title: 'Below the minimum on {{network}}',
    confirming: 'Confirming',
    waiting: 'Below the minimum',
  },
  changed: {
    title: 'Your {{network}} address has changed',
    text: 'Please use only the new one from now on, and replace the old one wherever you saved it. What still arrives at the old one is credited.',
    again:
      'It is again one that you had before. Please use only this one from now on, and update it wherever you saved it. What still arrives at the other one is credited.',
    noneTitle: 'Stop using your {{network}} address',
    none: 'It is no longer in use: please delete it wherever you saved it. What still arrives there is credited. From now on, pay the way this page shows for each top-up.',
    old: 'Old address',
    new: 'New address',
    show: 'Show new address',
    pay: 'Show how to pay',
    dismiss: 'Got it',
  },
};
