/**
 * The single error table: the only place that defines a refusal's wire code, HTTP status, log level and whether a
 * retry can help. error-wording.ts has the English wording; the web has the other languages, checked against these
 * names.
 */
type ErrorRow = {
  readonly code: number;
  readonly status: number;
  readonly log: 'debug' | 'info' | 'warn' | 'error';
  readonly retry: boolean;
};
type Sent = ErrorRow & { readonly isReserved: false };
/** Defined by the specification, but never sent by this server. */
type Reserved = ErrorRow & { readonly isReserved: true };

const row = (code: number, status: number, log: ErrorRow['log'] = 'info', retry = false): Sent => ({
  code,
  status,
  log,
  retry,
  isReserved: false,
});

const reserved = (...args: Parameters<typeof row>): Reserved => ({ ...row(...args), isReserved: true });

export const errors = {
  notSignedIn: row(401, 401, 'debug'),

  listFailed: reserved(501, 500, 'error', true),
  usernameEmpty: row(502, 400),
  agentNotFound: row(503, 404),
  queryFailed: reserved(504, 500, 'error', true),
  creationFailed: reserved(505, 500, 'error'),
  notFound: row(506, 404),
  updateFailed: reserved(507, 500, 'error'),
  agentDoesNotExist: row(508, 404),
  deleteFailed: reserved(509, 500, 'error'),
  missingParameters: row(510, 400),
  wrongLogin: row(511, 401),
  loginFailed: reserved(512, 500, 'error', true),
  statisticsFailed: reserved(513, 500, 'error', true),
  incomeTrendFailed: reserved(514, 500, 'error', true),
  fileMissing: row(515, 400),
  orderListFailed: reserved(516, 500, 'error', true),
  detailsFailed: reserved(517, 500, 'error', true),
  paymentMethodsFailed: reserved(518, 500, 'error', true),
  invalidFormat: row(519, 400),

  parameterError: row(100001, 400),
  codeWrong: row(100002, 400),
  codeExpired: row(100003, 400),
  codeStillValid: row(100004, 429, 'info', true),
  wrongPassword: reserved(100005, 400),
  resetCodeExpired: reserved(100006, 400),

  userDoesNotExist: row(200001, 404),
  accountFrozen: row(200002, 403),
  invalidUser: reserved(200003, 401),
  oldPasswordWrong: row(200004, 400),

  balanceTooLow: row(300001, 409),
  stockTooLow: row(300002, 409),
  quantityOutOfRange: row(300003, 409),
  priceChanged: row(300004, 409),
  notOnSale: row(300005, 409),
  genderNotOffered: row(300006, 409),
  keyReused: row(300007, 409),
  topUpsOff: row(300008, 409, 'warn'),
  tooManyOpenRecharges: row(300009, 409),
  amountOutOfRange: row(300010, 409),
  notCancellable: row(300011, 409),
  accountsDeleted: row(300012, 410),
  tooManyResends: row(300013, 409),
  passwordTooCommon: row(300014, 400),
  twoFactorNeeded: row(300015, 403),
  twoFactorMissing: row(300016, 403),
  freshCodeNeeded: row(300017, 403),
  passwordChangeNeeded: row(300018, 403),
  twoFactorOn: row(300019, 409),
  secondPersonNeeded: row(300020, 403),
  proposalOpen: row(300021, 409),
  proposalSettled: row(300022, 409),
  roleInUse: row(300023, 409),
  lastOwner: row(300024, 409),
  balanceNotZero: row(300025, 409),
  importStopped: row(300026, 409),
  ticketInvalid: row(300027, 410),
  allowanceTooLarge: row(300028, 409),
  walletsOff: row(300029, 409),
  transactionRefused: row(300030, 409),
  claimTextExpired: row(300031, 409),
  signerNotSender: row(300032, 409),
  depositHeld: row(300033, 409),
  depositTaken: row(300034, 409),
  warrantyOver: row(300035, 409),
  itemClaimed: row(300036, 409),
  itemSettled: row(300037, 409),
  claimSettled: row(300038, 409),
  categoryInUse: row(300039, 409),
  attributeInUse: row(300150, 409),
  combinationTaken: row(300151, 409),
  buyerLimitReached: row(300152, 409),
  dailyLimitReached: row(300153, 409),
  standingOrderOpen: row(300154, 409),
  anotherFile: row(300041, 409),
  chainNotHalted: row(300040, 409),
  nodesDisagree: row(300042, 409),
  searchTooWide: row(300043, 400),
  addressesChanged: row(300080, 409),
  proposalForged: row(300081, 409, 'error'),
  brandChanged: row(300090, 409),
  logoSizeWrong: row(300091, 400),
  referralRing: row(300092, 409),
  payoutOpen: row(300190, 409),
  payoutSettled: row(300191, 409),
  payoutBegun: row(300192, 409),
  payoutAddressRefused: row(300193, 409),
  payoutWaits: row(300220, 409),
  payoutWalletUnknown: row(300221, 409),
  payoutsOff: row(300222, 409),
  payoutWalletUnsigned: row(300224, 409),
  payoutOwnerBlocked: row(300225, 409),
  agentSignUpOff: row(300223, 409),
  transactionUsed: row(300194, 409),
  userBlocked: row(300093, 409),
  belowFloor: row(300094, 409),
  levelInUse: row(300095, 409),
  changedSince: row(300195, 409),
  accountFormDiffers: row(300196, 409),
  supplierInUse: row(300179, 409),
  supplierNameTaken: row(300180, 409),
  supplierLimitReached: row(300197, 429),
  proofNeeded: row(300060, 403),
  nameConfusable: row(300061, 409),
  imagesForBuyers: row(300062, 403),
  imagesUsedUp: row(300063, 429, 'warn', true),
  tooManyUnpaidRecharges: row(300051, 409, 'warn', true),
  tooManyNewAddresses: row(300054, 409, 'warn', true),
  amountsTaken: row(300052, 409, 'warn', true),
  paymentNotSeen: row(300053, 409, 'info', true),
  paymentNotAwaited: row(300055, 409),
  senderCannotSign: row(300056, 409),
  rechargeEnded: row(300070, 409),
  couponUnknown: row(300100, 409),
  couponExpired: row(300101, 409),
  couponUsedUp: row(300102, 409),
  couponNotForProduct: row(300103, 409),
  couponNotForBuyer: row(300104, 409),
  couponBelowMinimum: row(300105, 409),
  couponUsedByBuyer: row(300106, 409),
  couponForFirstOrder: row(300107, 409),
  apiKeyMistyped: row(300170, 401),
  apiKeyInvalid: row(300171, 401),
  apiKeyScopeMissing: row(300172, 403),
  apiKeyAddressRefused: row(300173, 403),
  apiKeysOff: row(300174, 403),
  apiKeyLimitReached: row(300175, 409),
  tooManyApiKeys: row(300176, 409),
  idempotencyKeyNeeded: row(300177, 400),
  referenceUsed: row(300178, 409),
  redeemCodeUnknown: row(300110, 404),
  redeemCodeUsed: row(300111, 409),
  redeemCodeExpired: row(300112, 409),
  redeemCodeVoid: row(300113, 409),
  cursorTooOld: row(300120, 410),
  officeElsewhere: row(300121, 403),

  dataDoesNotExist: row(400001, 404),
  tokenExpired: reserved(400002, 401),
  noPermission: row(400003, 403),
  phoneInvalid: reserved(400005, 400),
  rentedCannotChat: reserved(400006, 403),
  targetNumberNotFound: reserved(400007, 404),
  userExists: row(400008, 409),

  serviceError: row(500001, 500, 'error', true),
  dataExists: row(500002, 409),
  tooManyTries: row(500003, 429, 'warn', true),
  operationLimited: reserved(500004, 403),
  serverBusy: row(500005, 503, 'warn', true),
  chatExists: reserved(500006, 409),

  methodNotAllowed: row(405, 405),
  bodyTooLarge: row(413, 413),
} as const satisfies Record<string, Sent | Reserved>;

export type ErrorName = keyof typeof errors;

/** Why a coupon is not taken for an order. */
export const COUPON_REFUSALS: readonly ErrorName[] = [
  'couponUnknown',
  'couponExpired',
  'couponUsedUp',
  'couponNotForProduct',
  'couponNotForBuyer',
  'couponBelowMinimum',
  'couponUsedByBuyer',
  'couponForFirstOrder',
];
/** Names of errors that this server sends. */
export type SentErrorName = {
  [Name in ErrorName]: (typeof errors)[Name] extends Sent ? Name : never;
}[ErrorName];

const byCode = new Map<number, ErrorName>(
  Object.entries(errors).map(([name, { code }]) => [code, name as ErrorName]),
);

/** The name of a wire code; undefined for one that this version does not know. */
export const errorNameOf = (code: number): ErrorName | undefined => byCode.get(code);
