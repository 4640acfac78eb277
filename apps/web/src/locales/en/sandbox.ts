/** The wallet of test money beside a payment. */
export const sandbox = {
  title: 'Sandbox wallet',
  lede: 'Test money. Sends USDT on the local chain, just as your own wallet would.',
  to: 'To',
  amount: 'Amount in USDT',
  exact: 'Exact',
  less: '1 less',
  more: '1 more',
  invalid: 'Digits with at most six decimals',
  differs: 'Not the exact amount: the shop can’t tell whose payment it is and records it as unmatched.',
  send: 'Send test USDT',
  sent: 'Sent. The shop will see it on the chain.',
  copyHash: 'Copy transaction hash',
};
