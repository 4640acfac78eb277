/** A buyer's own address and what arrives there, loaded after the first paint. */
export const catalogue = {
  title: 'Your address on {{network}}',
  lede: 'This address is yours alone. Whatever arrives here is added to your balance, in one payment or several.',
  about: 'About this address',
  forever: 'Never expires',
  any: 'Any amount from {{minimum}} USDT',
  later:
    'If you send more than two hours from now, open this page again after sending so that we find your payment right away. Otherwise it can take up to an hour longer.',
  compare: 'Before you send, compare the whole address with the one in your wallet.',
  qr: 'QR code with your address',
  warning: 'Send only USDT, only on {{network}}. Other coins can’t be credited.',
  off: 'Top-ups on {{network}} were just switched off. Choose another network.',
  arriving: 'Arrived at your address',
  arrivingIs: 'Looking for payments',
  claim:
    'Whatever arrives at your own address is credited automatically. If you paid to another address of the shop and it wasn’t credited, claim the payment by signing with the wallet that sent it.',
  small:
    '{{amount}} of {{minimum}} USDT so far. Once another {{missing}} USDT arrives, everything is credited.',
  check: {
    ask: 'Check this address',
    busy: 'Checking…',
    good: 'The address matches the published code',
    proves:
      'Your browser computed it from the published contract code and the shop’s wallet, factory and number below. If that factory is the published one, nobody holds a key to this address, and what arrives can only move on to that wallet.',
    limits:
      'This doesn’t prove that the wallet is the shop’s or that the number is yours: both come from the shop’s server. Compare the wallet and the code hashes with what the shop has published elsewhere.',
    chain: {
      reading: 'Asking this browser’s wallets for the factory’s code…',
      published: '{{wallet}} read the factory from its own node: it is the published one.',
      other:
        '{{wallet}} read the factory from its own node, and it isn’t the published one. Please contact support.',
      unread:
        'The factory’s code wasn’t read from the chain: no wallet in this browser has its own node for {{network}}. You can look the factory up in a block explorer.',
    },
    bad: 'Don’t pay to this address',
    badText:
      'Your browser computed a different address from the published contract code. Please contact support.',
    unchecked:
      'Your browser couldn’t check this address against the published code. Please reload this page before you pay.',
    wallet: 'The shop’s wallet',
    factory: 'Address factory',
    salt: 'Your number (salt)',
    factoryCode: 'Hash of the published factory code',
    addressCode: 'Hash of the published address code',
  },
  smallList: {
    title: 'Below the minimum on {{network}}',
    confirming: 'Confirming',
    waiting: 'Below the minimum',
  },
};
