export const paymentMethods = {
  unsealed: {
    title: 'These addresses were changed outside the shop',
    text: 'The database no longer holds what was approved here. The network is off: no address is shown and no top-up is offered. Find out who can write to the database, then restore the approved addresses. If that is not possible, enter the addresses again.',
    restore: 'Restore approved addresses',
    lede: 'Restores the addresses and settings last approved in this shop. Any others are removed and kept in the audit log.',
    done: 'Approved addresses restored',
  },
  missing: 'No receiving address set. Top-ups on this network are not possible.',
  set: 'Set addresses',
  change: 'Change addresses',
  propose: 'Propose change',
  on: 'Turn on again',
  onReason: 'Reason for turning top-ups on again',
  off: 'Turn off now',
  askOff:
    'Turn off top-ups on {{network}}? It takes effect at once. Turning them on again needs a second person.',
  retire: 'Retire',
  askRetire:
    'Retire this payment method permanently? Its wallet is watched for another 90 days. If it has an address factory, the wallet and the buyers’ addresses stay watched permanently.',
  retired: 'Retired addresses',
  proposed: 'Submitted for approval',
  done: 'In effect',
  waits:
    'New addresses need approval by a second person and a 24-hour wait, during which any admin can reject them. If nobody else can approve, they wait 72 hours. This also applies to the first addresses of a further network. Compare them character by character.',
  first:
    'These are the shop’s first receiving addresses, so they take effect at once. All later ones, including those of further networks, need a second person’s approval and 24 hours, or 72 hours if nobody else can approve. Compare them character by character: money sent to a wrong address is lost.',
  checkoutStays:
    'This checkout contract always pays to the wallet it was deployed for. A different wallet needs its own contract. Leave the field empty to offer plain transfers only.',
  reason: 'Reason',
  reasonMissing: 'Enter a reason',
  notAddress: 'This is not an address on that network',
  notChain: 'The chain ID must be a number',
  state: {
    on: 'Accepting top-ups',
    off: 'Turned off',
    unsealed: 'Turned off: addresses changed',
    untrusted: 'Turned off: wrong token',
    none: 'Not set up',
  },
  modeHint: {
    own_addresses:
      'Each buyer pays to an address of their own; any amount is credited. You sweep it to your wallet.',
    exact_amount:
      'Every payment goes to the receiving wallet and is recognized by its exact amount, or by the checkout contract.',
  },
  check: {
    proven: 'Published contract, pays to this wallet',
    other: 'Not the published contract for this wallet',
    none: 'There is no contract at this address',
    unknown: 'The nodes do not answer or disagree',
    checking: 'Checking the chain',
  },
  deploy: {
    factory: 'Deploy a factory',
    checkout: 'Deploy a checkout contract',
    title: 'Deploy from your own wallet',
    text: 'Your wallet pays the network fee and signs. The contract has no owner: whoever deploys it, it can pay to this wallet only:',
    walletFirst: 'Enter the receiving wallet first',
    cost: 'Costs about {{fee}}. The wallet has {{coin}}.',
    submit: 'Deploy',
    signing: 'Confirm in your wallet',
    sent: 'Sent, waiting for a block',
    noToken: 'Enter the USDT contract first',
  },
  factoryStays:
    'This factory always pays to the wallet it was deployed for. A different wallet needs its own factory, and buyers get new addresses. They are told once, on the top-up page and by e-mail. The old addresses stay watched and can be swept.',
  newAddresses:
    'Buyers get new addresses on this network and are told once, on the top-up page and by e-mail. The old ones stay watched and can be swept.',
  watchedAlways: 'No end date',
  mode: {
    exact_amount: 'The exact amount',
    own_addresses: 'Each buyer’s own address',
  },
  field: {
    wallet: 'Receiving wallet',
    contract: 'USDT contract',
    checkout: 'Checkout contract',
    factory: 'Address factory',
    mode: 'Payments identified by',
    chain: 'Chain ID',
    since: 'Since',
    retired: 'Retired',
    watched: 'Watched until',
  },
  hint: {
    wallet: 'Receives USDT from buyers, or from sweeping',
    contract: 'Leave empty for the official Tether contract',
    checkout: 'Must pay to the wallet above. Leave empty to offer plain transfers only',
    factory: 'Creates the buyers’ addresses. Must pay to the wallet above',
    chain: 'Leave empty for the main network',
  },
};
