import { COUPON_REFUSALS, errors, type EndpointName, type ErrorName } from '@portside/contract';

/** Goes up with every change that breaks clients; docs/api-changes.md says what changed. */
export const API_VERSION = '1.0.0';

/** The first page of the document: what holds for every call. */
export const INTRODUCTION = `The API of this shop: what its pages do, programs can do too.

**Answers.** JSON in the envelope \`{ "code": 200, "message": "ok", "data": … }\`; the HTTP status follows the code. Names are in snake_case. A failure has its own code, \`data: null\`, and the \`faults\` of its fields. Choose by \`code\`, never by \`message\`.

**Amounts** are decimal strings in USDT with at most six decimals; a balance has two. Never read them as floating-point numbers. Times are ISO 8601 in UTC.

**Lists** take \`limit\` (1 to 500) and \`cursor\`, and answer \`items\`, \`next_cursor\` (null on the last page) and \`total\` (null where counting costs too much).

**Again, but not twice.** Calls with an \`idempotency-key\` header do what they do once for each key: repeat them with the same key and body after a time-out, and you get the first answer.

**Limits** are counted by minute, for each API key (\`ratelimit\` says what is left) and for each address (\`x-ratelimit-*\`); \`retry-after\` says how many seconds to wait after 429 and 503.

**Compatible changes** add calls, fields of answers, optional input, and values of enumerations and errors: ignore what you do not know. Anything else raises the major version.`;

/** A tag is the noun of an address, and what it is about. */
const BUYERS = {
  sessions: 'Registration, sign-in, the second factor and open sessions.',
  users: 'The own name and balance.',
  goods: 'Products on sale, their stock and pictures.',
  categories: 'The tree in which products stand.',
  attributes: 'What products are filtered by.',
  families: 'Products that differ in their attributes only, on one page.',
  prices: 'Promotions, the caller’s own prices and level.',
  orders: 'Quotes, orders, the accounts that were bought, and warranty claims.',
  'standing-orders': 'What is bought for the caller as it comes into stock.',
  restocks: 'Who is told when a product is back in stock.',
  cart: 'Products chosen for later, kept with the user.',
  'delivery-format': 'The form in which accounts are delivered to the caller.',
  recharges: 'Top-ups of the balance in USDT.',
  'deposit-addresses': 'The caller’s own address on a network, to which any amount can be paid.',
  deposits: 'Payments without a top-up, claimed with the wallet that sent them.',
  'payment-methods': 'Networks on which the shop takes USDT.',
  changes: 'What has become different in stock, price and sale, for programs that follow.',
  'api-keys': 'Keys by which programs act for the caller.',
  webhooks: 'Addresses to which events are sent, and what was sent there.',
  notices: 'What people are told of, on which ways, and in which words.',
  'redeem-codes': 'Codes that credit the balance.',
  bonuses: 'What a top-up earns on top.',
  statement: 'The caller’s movements of a period.',
  agents: 'Agents, their codes and commission.',
  'agent-applications': 'Buyers who ask to become agents.',
  payouts: 'Payouts that agents and buyers ask for: commission, and own top-ups back.',
  suppliers: 'What suppliers brought, what of it was sold, and what they are owed.',
  support: 'The conversation with the shop.',
  announcements: 'What the shop tells on its pages.',
  documents: 'The shop’s own terms.',
  reports: 'Notices about a product.',
  live: 'Live figures, and a stream of what changes.',
  settings: 'What the shop is called and offers.',
  brand: 'Pictures of the shop’s own look.',
  sandbox: 'Play money and mails; only in the sandbox.',
} as const;

const OPERATORS = {
  approvals: 'Decisions that need a second person.',
  audit: 'Who did what, in a chain that shows tampering.',
  chains: 'How far each network is read, and by which nodes.',
  roles: 'Roles and their permissions.',
  setup: 'What is left to do before the shop opens.',
  search: 'One search over everything that the caller may see.',
  notes: 'What colleagues wrote about users, orders and products.',
  'saved-replies': 'Answers that support writes often.',
  'saved-views': 'The caller’s own views of tables.',
  timelines: 'What happened to a user, in one list.',
  statistics: 'Figures of the dashboard.',
  stock: 'Imports, and accounts that are not sold.',
  sweeping: 'Contracts of the shop, and payments moved to the treasury.',
  tasks: 'What waits for somebody.',
  treasury: 'What the shop owns against what it owes.',
  'user-imports': 'Users brought along from another shop.',
  wallets: 'Wallets from which nothing is taken.',
  checker: 'The operator’s endpoint that says whether accounts work.',
} as const;

const DESCRIPTIONS: Readonly<Record<string, string>> = { ...BUYERS, ...OPERATORS };

/** Addresses that begin with another word than their noun. */
const NOUNS: Readonly<Record<string, string>> = {
  auth: 'sessions',
  'agent-codes': 'agents',
  'live-figures': 'live',
  'site-config': 'settings',
  levels: 'prices',
  'price-lists': 'prices',
  'price-previews': 'prices',
  coupons: 'prices',
  'redeem-batches': 'redeem-codes',
  claims: 'orders',
  sales: 'statistics',
  profit: 'statistics',
  suppliers: 'stock',
  contracts: 'sweeping',
  proposals: 'approvals',
};

const OFFICE = 'back office: ';

/** The tag of a call: its noun, and whether it is one of the back office. */
export function tagOf(path: string, isForAdmins: boolean): string {
  const [word = '', next = ''] = path.replace(/^\/api\//, '').split('/');
  const segment = word === 'admin' ? next : word;
  const noun = NOUNS[segment] ?? segment;
  return isForAdmins ? OFFICE + noun : noun;
}

/** Those tags that calls have, buyers' first. */
export function describeTags(used: ReadonlySet<string>): { name: string; description?: string }[] {
  const nouns = Object.keys(DESCRIPTIONS);
  const known = [...nouns, ...nouns.map((noun) => OFFICE + noun)].filter((tag) => used.has(tag));
  const unknown = [...used].filter((tag) => !known.includes(tag));
  return [...known, ...unknown].map((name) => {
    const description = DESCRIPTIONS[name.replace(OFFICE, '')];
    return { name, ...(description !== undefined && { description }) };
  });
}

const OF_ORDERS = [
  'balanceTooLow',
  'stockTooLow',
  'quantityOutOfRange',
  'priceChanged',
  'notOnSale',
  'genderNotOffered',
  'keyReused',
  'referenceUsed',
  'idempotencyKeyNeeded',
  'parameterError',
  'apiKeyLimitReached',
  'buyerLimitReached',
  'dailyLimitReached',
  ...COUPON_REFUSALS,
] as const;

/** Refusals of the calls that programs make most, besides those that any call may get. */
export const REFUSALS: { readonly [N in EndpointName]?: readonly ErrorName[] } = {
  placeOrder: OF_ORDERS,
  placeOrders: OF_ORDERS,
  quoteOrder: ['quantityOutOfRange', 'buyerLimitReached', 'dailyLimitReached', ...COUPON_REFUSALS],
  createStandingOrder: [
    'standingOrderOpen',
    'genderNotOffered',
    'quantityOutOfRange',
    'keyReused',
    'idempotencyKeyNeeded',
    'apiKeyLimitReached',
  ],
  readChanges: ['cursorTooOld'],
  readAccounts: ['accountsDeleted'],
  mailAccounts: ['accountsDeleted', 'itemSettled', 'tooManyResends'],
  createWarrantyClaim: ['warrantyOver', 'itemClaimed', 'itemSettled', 'accountsDeleted'],
  createRecharge: [
    'amountOutOfRange',
    'topUpsOff',
    'tooManyOpenRecharges',
    'tooManyUnpaidRecharges',
    'tooManyNewAddresses',
    'amountsTaken',
    'keyReused',
  ],
  cancelRecharge: ['notCancellable'],
  claimDeposit: ['depositHeld', 'depositTaken', 'claimTextExpired', 'signerNotSender', 'paymentNotSeen'],
  redeemCode: ['redeemCodeUnknown', 'redeemCodeUsed', 'redeemCodeExpired', 'redeemCodeVoid'],
};

/** What any call may be refused with, by status. */
export const COMMON: Readonly<Record<number, readonly ErrorName[]>> = {
  400: ['missingParameters', 'invalidFormat'],
  401: ['notSignedIn', 'apiKeyInvalid'],
  403: ['accountFrozen', 'noPermission', 'apiKeyScopeMissing', 'apiKeyAddressRefused'],
  404: ['notFound'],
  413: ['bodyTooLarge'],
  429: ['tooManyTries'],
  500: ['serviceError'],
  503: ['serverBusy'],
};

/** The names of the table of errors that the server sends, by status. */
export const sentErrors = (): Map<number, ErrorName[]> =>
  Map.groupBy(
    (Object.keys(errors) as ErrorName[]).filter((name) => !errors[name].isReserved),
    (name) => errors[name].status,
  );
