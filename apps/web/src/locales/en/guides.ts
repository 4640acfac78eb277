import type { Guides } from '../documents.ts';

export const guides: Guides = {
  howToBuy: {
    title: 'How to buy',
    lede: 'From an empty balance to a list of accounts, in four steps.',
    sections: [
      {
        heading: '1. Register',
        paragraphs: [
          'Choose a username, give your e-mail address and set a password. An invitation code from an agent can be entered here; it is kept for good and cannot be changed later.',
        ],
      },
      {
        heading: '2. Top up',
        paragraphs: [
          'Orders are paid from your balance. Top it up in USDT first; the page tells you the moment the payment is final on the chain.',
        ],
      },
      {
        heading: '3. Choose and order',
        paragraphs: [
          'Filter by type or search by name. Each product shows what is in stock, also by gender, the price for each quantity, the smallest and largest order, the format of a line and its warranty.',
          'In the order window you set the quantity, the gender where it matters to you, and the e-mail address for delivery. The total is what is taken from your balance; if the price changed meanwhile, the order is refused and nothing is charged.',
        ],
      },
      {
        heading: '4. Receive',
        paragraphs: [
          'The accounts stand in the purchase history at once and are sent by e-mail too. Copy a field, a line or everything, or save them as TXT or CSV. Each line is exactly as the seller entered it.',
          'After the time shown in the history the account data is erased for good. Save it before that.',
        ],
      },
    ],
  },
  topUp: {
    title: 'How to top up',
    lede: 'USDT on TRON (TRC20) or on Ethereum (ERC20), from any wallet.',
    sections: [
      {
        heading: 'The exact amount matters',
        paragraphs: [
          'You choose an amount, and the shop adds a tiny tail to it, less than a cent. By this exact amount your payment is recognised, and the tail is credited too. Send precisely what the page shows, on the network it names.',
          'Some exchanges take their fee out of the amount or round it. Such a payment is not lost: claim it on the top-up page with its transaction hash and a signature of the sending wallet, or ask support.',
        ],
      },
      {
        heading: 'Three ways to pay',
        paragraphs: [
          'With a wallet in this browser: connect it, and confirm one transfer, or allow the exact amount and pay through the checkout contract.',
          'With a wallet on a phone: scan the code and send the exact amount, or open the payment page inside the wallet.',
          'With quick pay: the page opens in the browser of your wallet app and goes on from there.',
        ],
      },
      {
        heading: 'When it is credited',
        paragraphs: [
          'When the chain calls it final: about a minute on TRON, about a quarter of an hour on Ethereum. The page shows each step. A late payment counts as well; a payment never expires because the shop was busy.',
        ],
      },
      {
        heading: 'What your wallet is asked for',
        paragraphs: [
          'Never an unlimited allowance, never a permit, never your keys. In safe mode the allowance is exactly the amount of this payment and is used up by it. The page shows what is allowed, to which contract, and takes it back with one click.',
          'Compare the address in your wallet with the address on the page before you confirm, all of it and not only its ends.',
        ],
      },
    ],
  },
  support: {
    title: 'How to get help',
    lede: 'Write to support in the shop; a person answers.',
    sections: [
      {
        heading: 'Customer service',
        paragraphs: [
          'Open customer service and write, with pictures if they help. The answer appears there and the menu shows that one is waiting. If an agent brought you, their Telegram contact stands beside it; otherwise the shop’s own.',
        ],
      },
      {
        heading: 'What to have ready',
        paragraphs: [
          'For an order: its number. For a top-up: its number and the transaction hash. Never send passwords or the recovery words of a wallet; nobody here asks for them.',
        ],
      },
      {
        heading: 'Is it your account that is sold here?',
        paragraphs: [
          'Use the report form. It needs no sign-in. Once it is clear that the item is yours, it is withdrawn at once.',
        ],
      },
    ],
  },
  refunds: {
    title: 'Warranty and refunds',
    lede: 'What happens when an account does not work.',
    sections: [
      {
        heading: 'How long',
        paragraphs: [
          'Each product shows its warranty in hours. It begins with the sale and never lasts longer than the account data is kept.',
        ],
      },
      {
        heading: 'How to claim',
        paragraphs: [
          'Open the order, mark the accounts that do not work, and say what happens when you sign in. The claim and its outcome stay with the order, where you can follow them.',
        ],
      },
      {
        heading: 'What you get',
        paragraphs: [
          'A replacement of the same kind from stock, or the price of the item back on your balance, in part or whole. An account that was sold once is never sold again, also not after a refund.',
          'Not covered: accounts changed or lost after delivery, and use against the terms of service.',
        ],
      },
    ],
  },
};
