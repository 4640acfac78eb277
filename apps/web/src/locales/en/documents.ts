import type { Documents } from '../documents.ts';

export const documents: Documents = {
  terms: {
    title: 'Terms of service',
    lede: 'What you may expect from this shop, and what it expects from you.',
    sections: [
      {
        heading: 'What is sold here',
        paragraphs: [
          'The shop sells access data to online services in lots. Each lot is described on its product page: type, format of the data, price tiers, warranty. Nothing is sold that the seller has no right to sell.',
        ],
      },
      {
        heading: 'What is barred',
        paragraphs: [
          'Accounts of banks, payment services and government bodies, and accounts that are bound to the identity of a person, are barred kinds. They are neither sold nor accepted here.',
          'Stock that was obtained without its owner’s consent, or that the seller has no right to sell, is forbidden. Whoever finds such an item can report it, and it is withdrawn at once.',
        ],
      },
      {
        heading: 'What you may not do',
        paragraphs: [
          'Unlawful use is forbidden: fraud, spam, taking over accounts of others, evading sanctions, or anything the law where you live does not allow. You keep to the rules of the service that an account belongs to.',
          'An account used against these terms can be frozen. Its orders and its balance stay on record while the matter is looked into.',
        ],
      },
      {
        heading: 'Balance and top-ups',
        paragraphs: [
          'You top up with USDT on the networks the top-up page names. What arrives on the chain and is final there is credited, no matter what was announced. Network fees are paid by you.',
          'The shop never asks for your private keys and never asks for an unlimited allowance. Your money moves by your own signature only.',
        ],
      },
      {
        heading: 'Orders and delivery',
        paragraphs: [
          'An order is paid from your balance and is delivered at once: on the page and by e-mail. A sold account is never sold again.',
          'The account data is erased for good a few days after the sale; the purchase history shows when. Save what you need before that.',
        ],
      },
      {
        heading: 'Warranty and refunds',
        paragraphs: [
          'Accounts that do not work on delivery are replaced, or their price is returned to your balance, when you report them within the warranty of the product.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    lede: 'Little is kept, and not for long.',
    sections: [
      {
        heading: 'What is stored',
        paragraphs: [
          'Your username, e-mail address, a one-way hash of your password, your orders, your top-ups with the wallet addresses that are public on the chain, and what you write to support.',
          'Records of sign-ins and of changes to your account are kept so that misuse can be noticed.',
        ],
      },
      {
        heading: 'What it is used for',
        paragraphs: [
          'To deliver orders, credit top-ups, answer you, and meet legal duties. It is not sold and not used for advertising. There are no third-party scripts on these pages.',
        ],
      },
      {
        heading: 'In your browser',
        paragraphs: [
          'Your sign-in, language, colours and an agent’s code are kept in local storage. A random number counts your browser once among the visitors online; it names nobody. Signing out clears all of it.',
        ],
      },
      {
        heading: 'How long',
        paragraphs: [
          'Account data you bought is encrypted while it is stored and erased for good a few days after the sale. Orders and ledger entries stay as long as the law asks for books.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'Ask support for a copy of your data, a correction, or the closing of your account. What has to be kept by law stays, and nothing else.',
        ],
      },
    ],
  },
};
