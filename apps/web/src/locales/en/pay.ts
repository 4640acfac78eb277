const wallet = {
  looking: 'Looking for wallets',
  none: 'Please install the wallet first',
  noneText:
    'This browser has no wallet for {{network}}. Install an extension and reload, or pay in a wallet app on your phone.',
  choose: 'Connect {{name}}',
  connecting: 'Confirm the connection in your wallet',
  connected: 'Connected',
  address: 'Wallet address',
  balance: 'USDT balance',
  coin: 'Gas balance',
  disconnect: 'Use another wallet',
  wrongNetwork: 'The wallet is on another network',
  wrongNetworkText: 'This top-up is paid on {{network}}. Switch the network in your wallet to continue.',
  switch: 'Switch network',
  switching: 'Confirm the network switch in your wallet',
  ways: 'Two ways to pay',
  recommended: 'Recommended',
  fee: 'Network fee about {{fee}}',
  feeUnknown: 'Network fee unavailable',
  signatures_one: '{{count}} confirmation in the wallet',
  signatures_other: '{{count}} confirmations in the wallet',
  transfer: {
    title: 'Transfer',
    text: 'The wallet sends exactly {{amount}} USDT to the shop. No authorization needed.',
    action: 'Pay by transfer',
  },
  checkout: {
    title: 'Authorize and pay',
    text: 'Authorize an amount for the checkout contract, then pay through it. The payment itself identifies your top-up.',
    action: 'Authorize and pay',
    pay: 'Pay with the authorization',
    together: 'Your wallet does both in one confirmation.',
    off: 'Not available for this amount or network: pay by transfer.',
  },
  mode: {
    label: 'Authorized amount',
    safe: 'Safe mode',
    safeText: 'Exactly this payment. Afterwards the authorization is zero again.',
    whitelist: 'Whitelist mode',
    whitelistText:
      'Your wallet is on this shop’s list: authorize more now, and your next payments need one confirmation less.',
    amount: 'Authorization in USDT',
    amountHint: 'From {{minimum}} to {{maximum}} USDT',
    invalid: 'An amount from {{minimum}} to {{maximum}} USDT',
  },
  allowed: {
    what: 'Authorization',
    whatText: 'Up to {{amount}} USDT, once you confirm',
    whom: 'Spender',
    whomText:
      'The checkout contract. It has no owner and moves money only in a transaction you sign yourself, and only to the shop’s wallet.',
    checked: 'Before you are asked, its code is compared byte for byte with the published contract.',
    revoke: 'How to revoke',
    revokeText:
      'Use the button here, or set it to 0 in any tool for token approvals, as many wallets call authorizations.',
    now: 'Current authorization',
    revokeAction: 'Revoke',
    revoking: 'Confirm the revocation in your wallet',
  },
  remote: {
    reaching: 'Connecting to the WalletConnect relay',
    scan: 'Scan with your wallet app',
    cancel: 'Cancel',
    hint: 'The code is for this connection only. The shop sees your address and requests nothing but this payment.',
  },
  state: {
    authorizing: 'Authorization requested: confirm it in your wallet',
    allowing: 'Authorization sent, waiting for the network',
    authorized: 'Authorized',
    paying: 'Payment requested: confirm it in your wallet',
    processing: 'Payment processing',
    paid: 'Payment successful',
    label: 'Progress in the wallet',
  },
  step: {
    connect: 'Connect',
    authorize: 'Authorize',
    pay: 'Pay',
    done: 'Done',
  },
  problem: {
    notInstalled: 'Wallet app not installed',
    notConnected: 'Please connect the wallet first',
    connectFailed: 'Wallet connect failed',
    relayUnreachable:
      'The WalletConnect relay can’t be reached. Nothing was paid. Try again, or choose another way to pay.',
    addressMissing: 'Wallet address empty or not obtained',
    rejected: 'You declined the request in your wallet. Nothing was paid.',
    authorizationRejected: 'You rejected the authorization in your wallet. Nothing was paid.',
    busy: 'Your wallet has another request open. Respond to it there, then try again.',
    timeout:
      'The wallet didn’t respond in time. If you still confirm there, the payment goes through: check before you pay again.',
    replaced:
      'The transaction was canceled or replaced in your wallet; nothing was paid by it. You can pay again.',
    tooLate: 'This took too long, so nothing was paid. Start again.',
    unconfirmed:
      'The network hasn’t included the transaction yet. It still counts once it has: don’t pay again unless you cancel it in your wallet.',
    authorizationTimeout: 'Authorization timeout. Check your wallet, then try again.',
    wrongNetwork: 'The wallet is on another network',
    balanceFailed: 'Balance fetch failed. Try again.',
    insufficientUsdt: 'Insufficient USDT balance',
    insufficientCoin: 'Not enough {{coin}} in the wallet for the network fee',
    allowanceCheckFailed: 'Authorization check failed, please refresh',
    allowanceTooLarge:
      'The wallet authorized more than requested, or more than its cap. Revoke it, or pay with it if that is what you want.',
    wrongAddress:
      'This address doesn’t follow from the published contract code. Nothing was requested from your wallet. Don’t pay to it, and tell support.',
    wrongCheckout:
      'The contract at the checkout address is not the published one. Nothing was requested from your wallet. Pay by transfer and tell support.',
    contractFailed: 'Contract interaction failed. Nothing was paid.',
    changedByWallet: 'The wallet changed the transaction, so it was not sent',
    walletChanged: 'The wallet switched to another address. Check it and start again.',
    paymentFailed: 'Payment failed, please retry',
  },
};

const pages = {
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

/** Top-ups to a buyer's own address. */
const own = {
  pay: {
    amount: 'Amount',
    anyAmount: 'If another amount arrives, because of a fee for example, that amount is credited.',
    warning: 'Send only USDT on {{network}}. What arrives is credited, less any exchange fee.',
    ended:
      'No payment arrived in time. If you’ve sent it, it will still be credited: your address doesn’t expire.',
    cancelled: 'If you’ve already paid, it will still be credited: your address doesn’t expire.',
    thanks: 'Thank you, we’re checking.',
  },
};

/** A buyer's own address has changed. */
const changed = {
  title: 'Your {{network}} address has changed',
  text: 'Please use only the new one from now on, and replace the old one wherever you saved it. What still arrives at the old one is credited.',
  again:
    'An address you used before is in use again. Please use only this one from now on, and update it wherever you saved it. What still arrives at the other one is credited.',
  noneTitle: 'Stop using your {{network}} address',
  none: 'It is no longer in use: please delete it wherever you saved it. What still arrives there is credited. From now on, pay the way this page shows for each top-up.',
  old: 'Old address',
  new: 'New address',
  show: 'Show new address',
  pay: 'Show how to pay',
  dismiss: 'Got it',
};

/** Texts of the payment pages, loaded with them. */
export const catalogue = { changed, own, pages, wallet };
