/** The wallet of play money beside a payment. */
export const sandbox = {
  title: 'Sandbox wallet',
  lede: 'Play money. Sends USDT on the local chain, just as your own wallet would.',
  to: 'To',
  amount: 'Amount in USDT',
  exact: 'Exact',
  less: '1 less',
  more: '1 more',
  invalid: 'Digits with at most six decimals',
  differs: 'Not the exact amount: the shop cannot tell whose payment it is and keeps it as unmatched.',
  send: 'Send play USDT',
  sent: 'Sent. The shop hears of it from the chain alone.',
  copyHash: 'Copy transaction hash',
};
