import type { Guides } from '../documents.ts';

export const guides: Guides = {
  howToBuy: {
    title: 'How to buy',
    lede: 'From signing up to receiving your accounts, in four steps.',
    sections: [
      {
        heading: '1. Sign up',
        paragraphs: [
          'Choose a username, enter your e-mail address and set a password. If an agent gave you an invitation code, enter it here; it cannot be changed later.',
        ],
      },
      {
        heading: '2. Top up',
        paragraphs: [
          'Orders are paid from your balance, so top it up in USDT first. The page updates as soon as the network confirms your payment.',
        ],
      },
      {
        heading: '3. Choose and order',
        paragraphs: [
          'Filter by type or search by name. Each product shows its live stock, also by gender, its volume prices, the minimum and maximum order, the delivery format and the warranty.',
          'When you order, set the quantity, the gender if it matters to you, and the e-mail address for delivery. The total is charged to your balance. If the price has changed in the meantime, the order is declined and you are not charged.',
        ],
      },
      {
        heading: '4. Receive',
        paragraphs: [
          'The accounts appear in your purchase history right away and are also sent by e-mail. Copy a field, a line or everything, or download them as TXT or CSV. Each line is exactly as the seller supplied it.',
          'The account data is permanently deleted at the time shown in your purchase history. Save it before then.',
        ],
      },
    ],
  },
  topUp: {
    title: 'How to top up',
    lede: 'USDT on the network you choose, from any wallet.',
    sections: [
      {
        heading: 'Send to the address shown',
        paragraphs: [
          'If the page shows “Your address”, it is yours alone: send any amount from the minimum shown, from any wallet or exchange. It never expires.',
          'On the other networks, you choose an amount, and we add a few extra digits to it, less than a cent. They identify your payment and are credited too. Send exactly what the page shows, on the network it names.',
          'Some exchanges deduct their fee from the amount or round it. Your payment is not lost: claim it on the top-up page with its transaction hash and a signature from the sending wallet, or contact support.',
        ],
      },
      {
        heading: 'Three ways to pay',
        paragraphs: [
          'Browser wallet: connect it and confirm one transfer, or authorize the exact amount and pay through the checkout contract.',
          'Phone wallet: scan the code and send the payment, or open the payment page inside the wallet.',
          'Quick payment: the page opens in your wallet app’s browser, and you continue from there.',
        ],
      },
      {
        heading: 'When it is credited',
        paragraphs: [
          'Once the network confirms it. The page shows each step.',
          '{{creditTimes}}.',
          'What arrives at your own address is credited whenever it comes. On the other networks, a payment sent after the payment window is still credited for 24 hours; if it comes later than that, contact support.',
        ],
      },
      {
        heading: 'What we ask of your wallet',
        paragraphs: [
          'We never ask for an unlimited authorization, a permit signature or your keys. In safe mode, you authorize exactly the amount of this payment, and paying uses it up. The page shows the amount and the spender, and lets you revoke the authorization with one click.',
          'Before you confirm, compare the whole address in your wallet with the one on the page, not just its first and last characters.',
        ],
      },
    ],
  },
  support: {
    title: 'How to get help',
    lede: 'Message support in the shop; a person will answer.',
    sections: [
      {
        heading: 'Support',
        paragraphs: [
          'Open Support and write to us, with images if they help. Replies appear there, and the menu shows when there is a new one. If an agent referred you, you’ll find their Telegram contact there; otherwise you’ll find ours.',
        ],
      },
      {
        heading: 'What to have ready',
        paragraphs: [
          'For an order: its order number. For a top-up: its order ID and the transaction hash. Never send passwords or a wallet’s recovery phrase; we never ask for them.',
        ],
      },
      {
        heading: 'Is your account being sold here?',
        paragraphs: [
          'Send us a takedown request with the report form; you don’t need to sign in. Once it is clear that the account is yours, we take it off sale right away.',
        ],
      },
    ],
  },
  refunds: {
    title: 'Warranty and refunds',
    lede: 'What to do when an account doesn’t work.',
    sections: [
      {
        heading: 'How long it lasts',
        paragraphs: [
          'Each product shows its warranty in hours. It starts with the sale and never lasts longer than the account data is kept.',
        ],
      },
      {
        heading: 'How to claim',
        paragraphs: [
          'Open the order, select the accounts that don’t work and tell us what happens when you sign in. You can follow the claim and its outcome in the order.',
          'A person checks each claim and answers within {{answerHours}} h.',
        ],
      },
      {
        heading: 'What you get',
        paragraphs: [
          'A replacement of the same kind from stock, or a full or partial refund to your balance. An account that was sold once is never sold again, not even after a refund.',
          'Not covered: accounts changed or lost after delivery, and use against the terms of service.',
        ],
      },
    ],
  },
};
