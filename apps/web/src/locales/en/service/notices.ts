export const banned = {
  title: 'Your profile is blocked',
  text: 'Sign-in and purchases are disabled. Your balance and orders are unchanged.',
  review: 'Write to us below to have it reviewed, or contact support:',
  reviewHere: 'Write to us below to have it reviewed.',
  reply: 'If you think this is a mistake, reply to any e-mail you have received from this shop.',
  signInFirst:
    'To write to us here, sign in with your username and password. You will not be able to shop, but you will see your conversation with support.',
  signIn: 'Sign in to write',
  write: 'Your message',
  placeholder: 'What happened? Include an order number or transaction hash if it is about one.',
  send: 'Send message',
  sent: 'A person will reply, here and by e-mail.',
  image: 'Image: you can see it once your profile is active again.',
  ended:
    'This page can no longer show your conversation. If your profile is active again, just continue; if not, sign in again.',
  toShop: 'Back to the shop',
  support: 'Message us on Telegram',
};

export const missing = {
  title: 'Page not found',
  text: 'There is no page at this address. Search for a product, or continue here:',
  search: 'Search products',
  find: 'Search',
  goods: 'All products',
  board: 'To the back office',
  textAdmin: 'There is no page at this address in the back office.',
};

export const noAccess = {
  title: 'This page is for admins',
  text: 'You are signed in as {{name}}, with a buyer profile. To open the back office, sign in with an admin profile.',
  textUnnamed:
    'You are signed in with a buyer profile. To open the back office, sign in with an admin profile.',
  admin: 'You are signed in as an admin.',
  stay: 'You stay signed in until you choose to switch.',
  signIn: 'Sign in as an admin',
};
