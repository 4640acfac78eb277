/** What a named transaction was, near misses and the claim's dialog: loaded with what shows them. */
export const catalogue = {
  payment: {
    other: 'It was sent on {{network}}.',
    confirming:
      '{{amount}} USDT is on its way: confirmation {{done}} of about {{needed}}. It is credited automatically.',
    small:
      '{{amount}} USDT arrived, which is below the minimum. It is credited together with your next payments.',
    review: '{{amount}} USDT arrived and is under manual review. Your funds are safe.',
    credited: '{{amount}} USDT has been added to your balance.',
    rejected:
      '{{amount}} USDT reached us, but was not credited to you. Contact support with the transaction hash.',
    unmatched:
      '{{amount}} USDT reached the shop’s wallet, but we can’t tell that it is yours. Claim it with the wallet that sent it.',
    unsignable:
      '{{amount}} USDT reached the shop’s wallet. A bridge or a mint sent it, so no wallet can sign for it. We have noted it under your name: contact support.',
    otherNetwork:
      '{{amount}} USDT went to the right address, but on {{network}}, where it can’t be credited automatically. Contact support: we can see what you sent.',
    otherToken:
      'This sent another token, not USDT. It can’t be credited automatically. Contact support: we can see what you sent.',
    coin: 'This sent {{amount}} {{coin}}, not USDT. It can’t be credited automatically. Contact support: we can see what you sent.',
    failed: 'This transaction failed on {{network}}: no USDT was sent. Check your wallet, then pay again.',
    otherAddress:
      'This transaction sent nothing to your address or the shop’s wallet. Check that it is the right one.',
  },
  action: {
    claim: 'Claim this payment',
    support: 'Contact support',
  },
  near: {
    title: 'Is this your payment?',
    amount:
      '{{amount}} USDT arrived at this wallet on {{at}}. That is not the exact amount, so we can’t tell whose it is.',
    network:
      '{{amount}} USDT arrived on {{network}} on {{at}}: the exact amount of this top-up, but on another network.',
    sign: 'If it is yours, claim it with the wallet that sent it.',
  },
  claim: {
    network: 'Network of the payment',
    how: 'Enter the transaction hash, then sign a message with the wallet that sent the payment. Signing moves no money.',
    next: 'Continue',
    sign: 'Sign this message with the wallet that sent the payment. It moves no money and gives no one access to your funds.',
    signature: 'Signature',
    send: 'Submit claim',
    signWith: 'Sign with {{wallet}}',
    signInSandbox: 'Sign with the sandbox wallet',
    notSigned: 'The wallet didn’t sign',
    thanks: {
      waiting: 'Claim saved. It continues automatically once we see the payment.',
      seen: 'The payment will be credited once it is confirmed.',
      credited: 'Credited',
    },
  },
};
