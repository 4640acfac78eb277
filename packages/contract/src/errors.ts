/**
 * The one error table. It alone knows a refusal's number on the wire, its HTTP status,
 * how loud the log is and whether trying again can help. Wording here is the English
 * fallback; the web carries it in four languages, checked against these names.
 */
type ErrorRow = {
  readonly code: number;
  readonly status: number;
  readonly log: 'debug' | 'info' | 'warn' | 'error';
  readonly retry: boolean;
  readonly message: string;
};

const row = (
  code: number,
  status: number,
  message: string,
  log: ErrorRow['log'] = 'info',
  retry = false,
): ErrorRow => ({
  code,
  status,
  log,
  retry,
  message,
});

export const errors = {
  notSignedIn: row(401, 401, 'User does not exist or login status is invalid', 'debug'),

  listFailed: row(501, 500, 'Failed to get list', 'error', true),
  usernameEmpty: row(502, 400, 'Username cannot be empty'),
  agentNotFound: row(503, 404, 'Agent not found'),
  queryFailed: row(504, 500, 'Query failed, try later', 'error', true),
  creationFailed: row(505, 500, 'Creation failed', 'error'),
  notFound: row(506, 404, 'Does not exist'),
  updateFailed: row(507, 500, 'Update failed', 'error'),
  agentDoesNotExist: row(508, 404, 'Agent does not exist'),
  deleteFailed: row(509, 500, 'Delete failed', 'error'),
  missingParameters: row(510, 400, 'Missing required parameters'),
  wrongLogin: row(511, 401, 'Incorrect username or password'),
  loginFailed: row(512, 500, 'Login failed, try later', 'error', true),
  statisticsFailed: row(513, 500, 'Failed to get statistics', 'error', true),
  incomeTrendFailed: row(514, 500, 'Failed to get income trend', 'error', true),
  fileMissing: row(515, 400, 'Please select file to upload'),
  orderListFailed: row(516, 500, 'Failed to get order list', 'error', true),
  detailsFailed: row(517, 500, 'Failed to get details', 'error', true),
  paymentMethodsFailed: row(518, 500, 'Failed to get enabled payment methods', 'error', true),
  invalidFormat: row(519, 400, 'Invalid parameter format'),

  parameterError: row(100001, 400, 'Parameter error'),
  codeWrong: row(100002, 400, 'Verification code wrong'),
  codeExpired: row(100003, 400, 'Verification code expired'),
  codeStillValid: row(100004, 429, 'Verification code still valid, retry later', 'info', true),
  wrongPassword: row(100005, 400, 'Wrong password'),
  resetCodeExpired: row(100006, 400, 'Code expired'),

  userDoesNotExist: row(200001, 404, 'User does not exist'),
  accountFrozen: row(200002, 403, 'Account frozen, cannot log in'),
  invalidUser: row(200003, 401, 'Invalid user, log in again'),
  oldPasswordWrong: row(200004, 400, 'Original password incorrect'),

  balanceTooLow: row(300001, 409, 'Insufficient balance'),
  stockTooLow: row(300002, 409, 'Not enough stock'),
  quantityOutOfRange: row(300003, 409, 'Quantity is outside the allowed range'),
  priceChanged: row(300004, 409, 'The price has changed, please confirm again'),
  notOnSale: row(300005, 409, 'This product is not on sale'),
  genderNotOffered: row(300006, 409, 'This gender is not offered for the product'),
  keyReused: row(300007, 409, 'The idempotency key was used for another request'),
  topUpsOff: row(300008, 409, 'Top-ups are switched off for this network', 'warn'),
  tooManyOpenRecharges: row(300009, 409, 'Too many open top-ups: pay or cancel one first'),
  amountOutOfRange: row(300010, 409, 'Amount is outside the allowed range'),
  notCancellable: row(300011, 409, 'This top-up can no longer be cancelled'),
  accountsDeleted: row(300012, 410, 'The account data has been deleted'),
  tooManyResends: row(300013, 409, 'The e-mail was sent again too often'),
  passwordTooCommon: row(300014, 400, 'This password is too common'),
  twoFactorNeeded: row(300015, 403, 'Enter the code of your authenticator app'),
  twoFactorMissing: row(300016, 403, 'Set up two-factor sign-in first'),
  freshCodeNeeded: row(300017, 403, 'Confirm with a fresh code of your authenticator app'),
  passwordChangeNeeded: row(300018, 403, 'Change your password first'),
  twoFactorOn: row(300019, 409, 'Two-factor sign-in is on already'),
  secondPersonNeeded: row(300020, 403, 'Somebody else must approve this'),
  proposalOpen: row(300021, 409, 'Such a change is waiting for its approval already'),
  proposalSettled: row(300022, 409, 'This has been decided already'),
  roleInUse: row(300023, 409, 'Users have this role'),
  lastOwner: row(300024, 409, 'The last owner cannot be removed'),
  balanceNotZero: row(300025, 409, 'The balance is not zero'),
  importStopped: row(300026, 409, 'The import was stopped'),
  ticketInvalid: row(300027, 410, 'This payment link was used or is too old; ask for a new one'),
  allowanceTooLarge: row(300028, 409, 'A wallet may not allow that much'),
  walletsOff: row(300029, 409, 'Wallets cannot be connected on this network now; send the exact amount'),
  transactionRefused: row(300030, 409, 'The network did not take this transaction'),
  claimTextExpired: row(300031, 409, 'Ask for a new text to sign'),
  signerNotSender: row(300032, 409, 'The wallet that signed did not send this payment'),
  depositHeld: row(300033, 409, 'This payment is being looked at; support can tell more'),
  depositTaken: row(300034, 409, 'This payment was credited already'),
  warrantyOver: row(300035, 409, 'The warranty of this order is over'),
  itemClaimed: row(300036, 409, 'One of these accounts was claimed before'),
  itemSettled: row(300037, 409, 'One of these accounts was replaced or refunded already'),
  claimSettled: row(300038, 409, 'This claim has been decided already'),
  categoryInUse: row(300039, 409, 'Products are in this category'),
  anotherFile: row(300041, 409, 'This is not the file that the import began with'),
  chainNotHalted: row(300040, 409, 'This network has not stopped'),
  nodesDisagree: row(300042, 409, 'The nodes do not agree on a block to go on from'),

  dataDoesNotExist: row(400001, 404, 'Data does not exist'),
  tokenExpired: row(400002, 401, 'Token expired'),
  noPermission: row(400003, 403, 'Failed to get permissions'),
  phoneInvalid: row(400005, 400, 'Invalid phone format'),
  rentedCannotChat: row(400006, 403, 'Rented accounts cannot chat with each other'),
  targetNumberNotFound: row(400007, 404, 'Target number not found'),
  userExists: row(400008, 409, 'User already exists'),

  serviceError: row(500001, 500, 'Service error, please refresh', 'error', true),
  dataExists: row(500002, 409, 'Data already exists'),
  tooManyTries: row(500003, 429, 'Operation count exceeded limit', 'warn', true),
  operationLimited: row(500004, 403, 'Operation limited, log in again'),
  serverBusy: row(500005, 503, 'Server busy', 'warn', true),
  chatExists: row(500006, 409, 'A chat with this target exists'),

  bodyTooLarge: row(413, 413, 'The request is too large'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof errors;

const byCode = new Map<number, ErrorName>(
  Object.entries(errors).map(([name, { code }]) => [code, name as ErrorName]),
);

/** The name of a code seen on the wire; undefined for one this version does not know. */
export const errorNameOf = (code: number): ErrorName | undefined => byCode.get(code);
