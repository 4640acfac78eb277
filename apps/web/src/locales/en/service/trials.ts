/** What the sandbox suggests to try. */
export const trials = {
  title: 'What to try',
  lede: 'This is a sandbox: its month of history, its buyers and their orders are made up, and its money is test money on local chains. Each item is checked off automatically.',
  count: 'Done: {{done}} of {{all}}',
  done: 'Done',
  open: 'Not done yet',
  go: 'Open',
  goAs: 'Open as {{username}}',
  mails: 'E-mails are not sent: read them here',
  parts: { buyer: 'As a buyer', agent: 'As an agent', owner: 'As the owner' },
  topUp: {
    title: 'Top up with test money',
    text: 'Choose TRON or BNB Smart Chain for your own address, or another network for an exact amount, and pay with the sandbox wallet beside the QR code. The balance follows in seconds.',
  },
  order: {
    title: 'Buy accounts',
    text: 'Choose a product and a quantity: the more you buy, the lower the price. The accounts appear on the page right away, and in the e-mail. Business mailboxes come with one-time codes and instructions.',
  },
  exchangeFee: {
    title: 'Pay through an exchange that deducts a fee',
    text: 'Create a top-up on Ethereum and send 1 USDT less than requested, as an exchange would: the payment isn’t recognized, and the owner assigns it to the buyer. On TRON, with an address of their own, whatever arrives is credited.',
  },
  ownWallet: {
    title: 'Pay with your own wallet',
    text: '“Pay with your own wallet”, below the sandbox wallet, has the local chain’s address, test USDT and coins for network fees. Your wallet signs one payment of exactly that amount.',
  },
  ownAddress: {
    title: 'Top up through your own address',
    text: 'Open a top-up on TRON or BNB Smart Chain and send any amount to the address shown, with the sandbox wallet beside it. It is credited automatically.',
  },
  claim: {
    title: 'File a warranty claim',
    text: 'Buy accounts first (see above). Then open the order under warranty, mark accounts that do not work and say why. The owner finds the claim in the back office.',
  },
  referral: {
    title: 'Refer a buyer as an agent',
    text: 'The agent earns 5% of what their buyers order. Copy the referral link, open it in a private window and sign up there.',
  },
  sweep: {
    title: 'Sweep buyers’ addresses',
    text: 'See what is on buyers’ own addresses, and move it to the receiving wallet with the sandbox test wallet. No balance changes.',
  },
  stock: {
    title: 'Import accounts',
    text: 'Open a product, import a few lines of your own, and see the stock grow in the shop.',
  },
  conversation: {
    title: 'Answer a buyer',
    text: 'A question in Portuguese is waiting for a reply. The reply appears on the buyer’s page right away.',
  },
  refund: {
    title: 'Approve a refund with a second person',
    text: 'A refund above 100 USDT needs two. One proposed by the owner is waiting for the second owner, colleague. To propose another, open a large order as the owner.',
  },
  takedown: {
    title: 'Take an account off sale for its rightful owner',
    text: 'Report the name of an account that is on sale, for example one that you imported; anyone can, without signing in. Then decide the request as the owner: the account is withdrawn and never sold again.',
  },
};
