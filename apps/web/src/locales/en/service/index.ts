import { agents, payback } from './agents.ts';
import { suppliers } from './suppliers.ts';
import { support, delivery, days, reports, testWallet, trials, warrantyClaims } from './help.ts';
import { api, apiKeys, connect, notices, restocks, standing, webhooks } from './programs.ts';

/** Installing the shop as an app. */
const app = {
  title: 'Use {{name}} as an app',
  lede: 'Opens from your home screen, in a window of its own.',
  install: 'Install',
  shareMenu: 'In Safari, tap Share, then “Add to Home Screen”.',
};

/** In place of a list of products. */
const emptyList = {
  none: 'Nothing in stock right now. Check back soon.',
  text: 'Try another keyword or account type, or include sold\u2011out products.',
  reset: 'Show all products',
};

/** Choosing one product of a family, and how many of one a buyer can have. */
const choice = {
  any: 'Any',
  none: 'Not stated',
  picked: 'You get “{{name}}”, the cheapest option in stock.',
  ever: 'Up to {{most}} per buyer',
  day: 'Up to {{most}} per buyer a day (from midnight, {{zone}})',
};

const statement = {
  title: 'Statements and exports',
  lede: 'For your bookkeeping: every movement of your balance between two days, with the opening and closing balance.',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  opening: 'Opening balance',
  credited: 'Credited',
  debited: 'Debited',
  closing: 'Closing balance',
  exact: 'Statements are exact to six decimals. Your balance is shown with two, rounded down.',
  pdf: 'Statement as PDF',
  table: 'Statement as a table',
  xlsx: 'For spreadsheets (XLSX)',
  csv: 'For programs (CSV)',
  history: 'All your history',
  historyHint: 'Without account data.',
  orders: 'Orders',
  topUps: 'Top-ups',
};

/** The question before a change that needs a new code. */
const freshCode = {
  title: 'Confirm it’s you',
  text: 'Enter a new code from your authenticator app.',
  confirm: 'Confirm',
};

/** The dialog of a session that has ended. */
const offer = {
  copy: 'Copy the text',
  copyHint: 'The browser didn’t let the shop copy it. The text is selected: copy it from here.',
  fileHint: 'If nothing was saved, share the file, copy its text, or open this page in your usual browser.',
  share: 'Share',
  download: 'Download',
  copyText: 'Copy text',
  text: 'Text',
};

const unsaved = {
  title: 'Discard what you typed?',
  text: 'It hasn’t been saved.',
  leave: 'Discard',
  stay: 'Keep editing',
};

const expired = {
  title: 'Login expired',
  text: 'Your session has expired. Please sign in again to continue.',
  confirm: 'Confirm',
  cancel: 'Think again',
};

/** The form for a new password. */
const reset = {
  code: 'Verification code',
  sendCode: 'Send code',
  sendAgain: 'Resend in {{seconds}} s',
  emailFirst: 'Please enter your e-mail first',
  lede: 'We’ll e-mail you a six-digit code. It is valid for ten minutes.',
  submit: 'Set new password',
  back: 'Back to sign in',
  codeSent: 'If this address is registered, a code is on its way.',
  done: 'Password changed. Sign in with your new password.',
};

const invited = {
  title: 'You’re invited',
  lede: 'Choose a password for {{name}}. Your e-mail address is {{email}}.',
  submit: 'Set password and sign in',
  ended:
    'This invitation was used already, was replaced by a newer one, or is older than three days. Ask whoever invited you for a new one.',
};

const security = {
  twoFactor: {
    title: 'Two-factor sign-in',
    on: 'On',
    off: 'Off',
    text: 'Signing in also asks for a six-digit code from an app on your phone, so a stolen password is not enough.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    prove: 'Enter your password to continue.',
    next: 'Continue',
    scan: 'Scan this code with an authenticator app.',
    qr: 'QR code for your authenticator app',
    byHand: 'Or enter this key:',
    copySecret: 'Copy key',
    enter: 'Then enter the six digits the app shows.',
    lost: 'Keep the recovery codes you get next: they let you in without your phone.',
    isOn: 'Two-factor sign-in is on. Other browsers have been signed out.',
    offText: 'From now on, your password alone is enough to sign in. Other browsers will be signed out.',
    isOff: 'Two-factor sign-in is off.',
  },
  recovery: {
    title: 'Recovery codes',
    text: 'Each code replaces the app once, if you lose your phone. Save them now: they are not shown again.',
    save: 'Save as a file',
    done: 'I have saved them',
    renew: 'New recovery codes',
    ask: 'The codes you have now stop working. Continue?',
    left_one: '{{count}} recovery code left',
    left_other: '{{count}} recovery codes left',
  },
  email: {
    title: 'Change e-mail address',
    text: 'We’ll send a code to the new address. Nothing changes until you enter it here.',
    new: 'New e-mail',
    same: 'This is already your address',
    sent: 'A code is on its way to {{email}}, unless that address is already in use. It is valid for ten minutes.',
    submit: 'Change address',
    nothing: 'Didn’t get a code?',
    done: 'E-mail address changed. Other browsers have been signed out.',
    waiting:
      'The shop is changing your address to {{email}}. It takes effect on {{at}}, or earlier if a second person at the shop confirms it. If you didn’t request this, reject it.',
    refuse: 'Reject change',
    refused: 'Change rejected. Your address stays the same.',
  },
  sessions: {
    title: 'Active sessions',
    lede: 'Don’t recognize one? Sign it out and change your password.',
    unknown: 'Unknown browser',
    current: 'This browser',
    end: 'Sign out',
    endOf: 'Sign out {{name}}',
  },
};

/** The personal information of a buyer. */
const profile = {
  title: 'Profile',
  username: 'Username',
  email: 'E-mail',
  balance: 'Balance',
  since: 'Registered',
  status: 'Status',
  password: {
    title: 'Change password',
    lede: 'You’ll be signed out on all devices.',
    submit: 'Change password',
    unchanged: 'The new password must differ from the current one',
    done: 'Password changed. Sign in with your new password.',
  },
};

const banned = {
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

const missing = {
  title: 'Page not found',
  text: 'There is no page at this address. Search for a product, or continue here:',
  search: 'Search products',
  find: 'Search',
  goods: 'All products',
  board: 'To the back office',
  textAdmin: 'There is no page at this address in the back office.',
};

const noAccess = {
  title: 'This page is for admins',
  text: 'You are signed in as {{name}}, with a buyer profile. To open the back office, sign in with an admin profile.',
  textUnnamed:
    'You are signed in with a buyer profile. To open the back office, sign in with an admin profile.',
  admin: 'You are signed in as an admin.',
  stay: 'You stay signed in until you choose to switch.',
  signIn: 'Sign in as an admin',
};

/** Why a price is that of the reader, and coupons. */
const prices = {
  list: 'List price',
  own: 'Your price',
  until: 'until {{date}}',
  endsIn: 'ends in {{time}}',
  level: {
    title: 'Your level',
    none: 'You have no level yet.',
    next: 'Next:',
    progress: 'Progress to the next level',
    days_one: 'within {{days}} day',
    days_other: 'within {{days}} days',
  },
  coupon: {
    add: 'Enter a coupon',
    label: 'Coupon code',
    apply: 'Apply',
    remove: 'Remove',
    of: 'Coupon {{code}}',
    notCheaper: 'Your price is lower without this coupon, so it won’t be used.',
    minimum: 'Only for orders of {{amount}} USDT or more.',
  },
};

/** Several products that are bought in one go. */
const cart = {
  title: 'Cart',
  lede: 'Several products, one confirmation. Each becomes an order of its own.',
  add: 'Add to cart',
  change: 'Update cart',
  inCart: 'In your cart: {{quantity}}',
  entry_one: 'Cart, {{count}} product',
  entry_other: 'Cart, {{count}} products',
  full_one: 'A cart holds {{count}} product. Buy or remove something to add more.',
  full_other: 'A cart holds {{count}} products. Buy or remove some to add more.',
  empty: 'Your cart is empty.',
  toProducts: 'Browse products',
  remove: 'Remove',
  removeOf: 'Remove {{name}}',
  accept: 'Accept',
  take: 'Take {{quantity}}',
  price: 'The price has changed: {{now}} instead of {{seen}} USDT each.',
  settle: 'Something in your cart has changed. Accept or remove what is marked.',
  without_one: 'Without {{count}} product that can’t be bought as it is',
  without_other: 'Without {{count}} products that can’t be bought as they are',
  settleAll: 'Accept all changes',
  submit_one: 'Place {{count}} order now',
  submit_other: 'Place {{count}} orders now',
  placed_one: '{{count}} order placed',
  placed_other: '{{count}} orders placed',
};

/** Gift codes, and what payments earn on top. */
const gifts = {
  title: 'Gift code',
  lede: 'Have a code? Its value is added to your balance at once.',
  code: 'Code',
  submit: 'Redeem',
  empty: 'Enter your code',
  wrong: 'This is not a gift code. Check it for typing errors.',
  tooMany: 'Too many wrong codes. Try again in 15 minutes.',
  done: '{{amount}} USDT added to your balance',
  bonus: {
    title: 'Top-up bonus',
    lede: 'Added to your balance with every payment of at least:',
    from: 'from {{amount}} USDT',
    gives: '+{{bonus}}',
    until: 'until {{at}}',
  },
};

/** Texts of what is opened now and then: loaded with it. */
export const catalogue = {
  agents,
  payback,
  suppliers,
  apiKeys,
  connect,
  app,
  banned,
  cart,
  warrantyClaims,
  days,
  delivery,
  expired,
  unsaved,
  offer,
  freshCode,
  gifts,
  missing,
  noAccess,
  notices,
  restocks,
  standing,
  prices,
  profile,
  reports,
  reset,
  invited,
  security,
  choice,
  api,
  emptyList,
  statement,
  support,
  testWallet,
  trials,
  webhooks,
};
