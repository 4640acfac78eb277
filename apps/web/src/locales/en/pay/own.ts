/** Top-ups to a buyer's own address. */
export const own = {
  pay: {
    amount: 'Amount',
    anyAmount: 'If another amount arrives, because of a fee for example, that amount is credited.',
    warning: 'Send only USDT on {{network}}. What arrives is credited, less any exchange fee.',
    timeOverHint: 'Already sent it? It will be credited: the address stays yours.',
    ended:
      'No payment arrived in time. If you’ve sent it, it will still be credited: your address doesn’t expire.',
    cancelled: 'If you’ve already paid, it will still be credited: your address doesn’t expire.',
    found:
      'It reached us, but not for this top-up. Look in the top-up history: it may be credited already, or below the minimum. If it isn’t there, contact support.',
    thanks: 'Thank you, we’re checking.',
  },
};
