import type { Documents } from '../documents.ts';

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
