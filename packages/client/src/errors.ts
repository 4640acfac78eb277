import type { ErrorName } from '@portside/contract';

/** The refusals that programs decide by; the reference has all codes. A test compares them with the shop's table. */
export const CODES = {
  missingParameters: 510,
  invalidFormat: 519,
  notSignedIn: 401,
  accountFrozen: 200002,
  noPermission: 400003,
  notFound: 506,
  parameterError: 100001,
  balanceTooLow: 300001,
  stockTooLow: 300002,
  quantityOutOfRange: 300003,
  priceChanged: 300004,
  notOnSale: 300005,
  genderNotOffered: 300006,
  keyReused: 300007,
  amountOutOfRange: 300010,
  accountsDeleted: 300012,
  cursorTooOld: 300120,
  apiKeyMistyped: 300170,
  apiKeyInvalid: 300171,
  apiKeyScopeMissing: 300172,
  apiKeyAddressRefused: 300173,
  apiKeysOff: 300174,
  apiKeyLimitReached: 300175,
  idempotencyKeyNeeded: 300177,
  referenceUsed: 300178,
  warrantyOver: 300035,
  itemClaimed: 300036,
  itemSettled: 300037,
  buyerLimitReached: 300152,
  dailyLimitReached: 300153,
  standingOrderOpen: 300154,
  couponUnknown: 300100,
  couponExpired: 300101,
  couponUsedUp: 300102,
  couponNotForProduct: 300103,
  couponNotForBuyer: 300104,
  couponBelowMinimum: 300105,
  couponUsedByBuyer: 300106,
  couponForFirstOrder: 300107,
  tooManyTries: 500003,
  serverBusy: 500005,
  serviceError: 500001,
} as const satisfies Partial<Record<ErrorName, number>>;

/** Why the shop refused; `other` for a code that this client does not know. */
export type Reason = keyof typeof CODES | 'other';

const byCode = new Map<number, Reason>(Object.entries(CODES).map(([name, code]) => [code, name as Reason]));

type Fault = {
  readonly field: string;
  readonly fault: string;
  readonly limit?: number;
  /** With `referenceUsed`, the number of the order that has the reference. */
  readonly value?: string;
  readonly code?: number;
};

type Failure = {
  readonly code: number;
  readonly status: number;
  readonly message: string;
  readonly faults: readonly Fault[];
  /** Names the failure in the shop's log; null if it was no failure. */
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
};

/** A call that the shop refused, or that failed there. A refused call has changed nothing. */
export class ShopError extends Error {
  readonly reason: Reason;
  readonly code: number;
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  constructor({ code, status, message, faults, requestId, retryAfterMs }: Failure) {
    super(message);
    this.name = 'ShopError';
    this.reason = byCode.get(code) ?? 'other';
    this.code = code;
    this.status = status;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

type Envelope = {
  readonly code?: number;
  readonly message?: string;
  readonly faults?: readonly Fault[];
  readonly request_id?: string;
};

/** Reads a refusal; what a proxy answers in the shop's place has its status as its code. */
export function shopErrorOf(status: number, headers: Headers, text: string): ShopError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null;
  let envelope: Envelope = {};
  try {
    envelope = (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    // A page of a proxy.
  }
  const { code = status, message = `HTTP ${status}`, faults = [], request_id: requestId = null } = envelope;
  return new ShopError({ code, status, message, faults, requestId, retryAfterMs });
}
