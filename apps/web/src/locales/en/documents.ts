import type { Documents, Guides } from '../documents.ts';

export const documents: Documents = {
  terms: {
    title: 'Terms of service',
    lede: 'What you can expect from this shop, and what it expects from you.',
    sections: [
      {
        heading: 'What we sell',
        paragraphs: [
          'The shop sells login data for online services in wholesale quantities. Each product page states the type, the delivery format, the volume prices and the warranty. We sell nothing that the seller has no right to sell.',
        ],
      },
      {
        heading: 'What we don’t sell',
        paragraphs: [
          'Accounts of banks, payment services and government bodies, and accounts tied to a person’s identity, are prohibited. They are neither sold nor accepted here.',
          'Stock obtained without its owner’s consent, or that the seller has no right to sell, is prohibited. Anyone who finds such an item can report it, and we take it off sale right away.',
        ],
      },
      {
        heading: 'What you may not do',
        paragraphs: [
          'Unlawful use is prohibited: fraud, spam, taking over other people’s accounts, evading sanctions, or anything else that the law where you live does not allow. You must follow the rules of the service an account belongs to.',
          'We can block your profile if you break these terms. Your orders and balance stay on record while we look into the matter.',
        ],
      },
      {
        heading: 'Balance and top-ups',
        paragraphs: [
          'You top up with USDT on the networks shown on the top-up page. We credit the amount received once the network confirms it, even if it differs from the amount requested. You pay the network fees.',
          'The shop never asks for your private keys or an unlimited authorization. Your money moves only when you sign.',
        ],
      },
      {
        heading: 'Orders and delivery',
        paragraphs: [
          'Orders are paid from your balance and delivered immediately, on the page and by e-mail. A sold account is never sold again.',
          'Account data is permanently deleted a few days after the sale; your purchase history shows when. Save what you need before then.',
        ],
      },
      {
        heading: 'Warranty and refunds',
        paragraphs: [
          'If accounts don’t work on delivery and you report them within the product’s warranty, we replace them or refund their price to your balance.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lede: 'What we store, why, and for how long.',
    sections: [
      {
        heading: 'What we store',
        paragraphs: [
          'Your username, e-mail address, a one-way hash of your password, your orders, your top-ups with the wallet addresses that are public on the blockchain, and your messages to support.',
          'We keep records of sign-ins and of changes to your profile so that misuse can be detected.',
          'If you link Telegram, the chat and your name there, until you unlink it. Your notices then pass through Telegram, without accounts or codes.',
        ],
      },
      {
        heading: 'What we use it for',
        paragraphs: [
          'To deliver orders, credit top-ups, answer you and meet legal obligations. We do not sell it or use it for advertising. These pages contain no third-party scripts.',
        ],
      },
      {
        heading: 'In your browser',
        paragraphs: [
          'Your sign-in, language, color theme and an agent’s code are kept in local storage. A random number counts your browser once among the visitors online; it does not identify you. Signing out clears all of it.',
        ],
      },
      {
        heading: 'How long we keep it',
        paragraphs: [
          'Account data you bought is stored encrypted and permanently deleted a few days after the sale. Orders and ledger entries are kept for as long as the law requires.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'Contact support for a copy of your data, a correction, or to close your profile. We keep only what the law requires us to keep.',
        ],
      },
    ],
  },
};

export const guides: Guides = {
  howToBuy: {
    title: 'How to buy',
    lede: 'From signing up to receiving your accounts, in four steps.',
    sections: [
      {
        heading: '1. Sign up',
        paragraphs: [
          'Choose a username, enter your e-mail address and set a password. If an agent gave you a referral code, enter it here; it cannot be changed later.',
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
          'The accounts appear in your purchase history right away and are also sent by e-mail. Copy a field, a line or everything, or download them as TXT, CSV or XLSX. Each line of the TXT is exactly as the seller supplied it.',
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
          'For an order: its order number. For a top-up: its number and the transaction hash. Never send passwords or a wallet’s recovery phrase; we never ask for them.',
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
