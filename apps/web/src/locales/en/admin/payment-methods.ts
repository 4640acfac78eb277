export const paymentMethods = {
  unsealed: {
    title: 'These addresses were changed outside the shop',
    text: 'The database no longer holds what was approved here. The network is off: no address is shown and no top-up is offered. Find out who can write to the database, then restore the approved addresses. If that is not possible, set the addresses anew.',
    restore: 'Restore approved addresses',
    lede: 'Puts back the addresses and settings that were last approved in this shop. Other entries are removed; the audit log keeps them.',
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
  askRetire: 'Retire this payment method permanently? Its wallet is watched for another 90 days.',
  retired: 'Retired addresses',
  proposed: 'Submitted for approval',
  done: 'In effect',
  waits:
    'New addresses need approval by a second person and a 24-hour wait, during which any admin can reject them. Compare them character by character.',
  first:
    'The first addresses take effect at once. Compare them character by character: money sent to a wrong address is lost.',
  checkoutStays:
    'This checkout contract always pays to the wallet it was deployed for. A different wallet needs its own contract. Leave the field empty to offer plain transfers only.',
  reason: 'Reason',
  reasonMissing: 'Enter a reason',
  notAddress: 'This is not an address on that network',
  notChain: 'The chain ID must be a number',
  state: {
    on: 'Accepting top-ups',
    off: 'Turned off',
    untrusted: 'Turned off: wrong token',
    none: 'Not set up',
  },
  field: {
    wallet: 'Receiving wallet',
    contract: 'USDT contract',
    checkout: 'Checkout contract',
    chain: 'Chain ID',
    since: 'Since',
    retired: 'Retired',
    watched: 'Watched until',
  },
  hint: {
    wallet: 'Where buyers send their USDT',
    contract: 'Leave empty for the official Tether contract',
    checkout: 'Must pay to the wallet above. Leave empty to offer plain transfers only',
    chain: 'Leave empty for the main network',
  },
};
