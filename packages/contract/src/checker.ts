import * as z from 'zod/mini';
import { endpoints, tableFile, tableFormat } from './wire/endpoint.ts';
import { Id, line, page, pageQuery, Time, whole, wholeListQuery } from './wire/values.ts';
import { OrderNo } from './orders/orders.ts';

/** What the operator's endpoint says of an account; also `unknown` where it does not answer as it should. */
export const CHECK_RESULTS = ['good', 'dead', 'unknown'] as const;
const CheckResult = z.enum(CHECK_RESULTS);
export type CheckResult = z.infer<typeof CheckResult>;

/** `noAnswer`: none in time, or none from a public address. `status`: another one than 200. `unreadable`: no result in it. */
export const CHECK_FAILURES = ['noAnswer', 'status', 'unreadable', 'erased'] as const;
const CheckFailure = z.enum(CHECK_FAILURES);
export type CheckFailure = z.infer<typeof CheckFailure>;

export const CHECK_REMEDIES = ['none', 'replace', 'refund'] as const;

/**
 * What came of checking. An import `released` went on sale, one that `asks` waits for an operator. Accounts of a claim
 * were `replaced` or `refunded` by the shop itself, or the claim is left to people: none of them is dead (`alive`), it is
 * above a limit, or whatever else (`byHand`). One that was to be sold next is `alive` or `withdrawn`.
 */
export const CHECK_OUTCOMES = [
  'released',
  'asks',
  'replaced',
  'refunded',
  'alive',
  'limit',
  'byHand',
  'withdrawn',
] as const;
const CheckOutcome = z.enum(CHECK_OUTCOMES);
export type CheckOutcome = z.infer<typeof CheckOutcome>;

const counts = { good: z.int(), dead: z.int(), unknown: z.int() };

/** Accounts that the shop itself replaces or refunds within `limit_days`, at most. */
const most = whole(0, 100_000);

const settings = {
  url: line(500, 1),
  is_on: z.boolean(),
  /** Calls a minute, at most. */
  per_minute: whole(1, 6_000),
  /** Accounts of an import that are checked before it goes on sale; 0 for none. */
  sample_size: whole(0, 200),
  /** From so many dead ones in a hundred of the sample on, the import waits for an operator. */
  dead_percent: whole(1, 100),
  /** Of each product and gender, so many of the accounts that are sold next are checked before; 0 for none. */
  ahead: whole(0, 200),
  /** Whether accounts are checked as buyers claim them. */
  checks_claims: z.boolean(),
  remedy: z.enum(CHECK_REMEDIES),
  limit_days: whole(1, 365),
  most_per_buyer: most,
  most_per_product: most,
  most_per_supplier: most,
  /** Products whose accounts are sent to it. */
  goods_ids: z.array(Id).check(z.maxLength(10_000)),
};

export const Checker = z.object(settings);
export type Checker = z.infer<typeof Checker>;

/** The calls of the last 24 hours. */
const CheckerFigures = z.object({
  ...counts,
  /** Accounts that the shop itself replaced or refunded. */
  remedied: z.int(),
  last_failure: z.nullable(z.object({ why: CheckFailure, at: Time })),
});

const CHECK_KINDS = ['import', 'claim', 'stock'] as const;

export const CheckedAccount = z.object({
  item_id: Id,
  goods: z.object({ id: Id, name: z.string() }),
  /** What it was checked for: a sample of an import, a claim, or because it is sold next. */
  kind: z.enum(CHECK_KINDS),
  /** Of an import. */
  batch_id: z.nullable(Id),
  /** Of a claim. */
  order_no: z.nullable(z.string()),
  result: CheckResult,
  failure: z.nullable(CheckFailure),
  attempted_at: Time,
  /** When the shop itself replaced or refunded it. */
  remedied_at: z.nullable(Time),
  outcome: z.nullable(CheckOutcome),
});
export type CheckedAccount = z.infer<typeof CheckedAccount>;

/** The figures of the last 24 hours, each of which is a list. */
export const CHECK_FIGURES = [...CHECK_RESULTS, 'remedied'] as const;
const checksFilter = { figure: z.optional(z.enum(CHECK_FIGURES)) };

const BatchId = z.object({ id: Id });

export const checkerEndpoints = endpoints({
  readChecker: {
    summary: 'The endpoint that checks accounts, what follows from its answers, and its last 24 hours',
    data: z.object({
      /** Null until one is set. */
      checker: z.nullable(Checker),
      figures: CheckerFigures,
      /** Would be sold next, and stay on sale: too many of them were found dead at once. */
      dead_on_sale: z.array(z.object({ goods_id: Id, item_ids: z.array(Id) })),
      /** In a sandbox, one to try it with. */
      sandbox_checker: z.nullable(z.string()),
    }),
  },
  setChecker: {
    freshCode: true,
    summary:
      'Set the endpoint that checks accounts; the texts of the chosen products’ accounts are sent there',
    body: z.extend(Checker, { goods_ids: z._default(settings.goods_ids, []) }),
    data: z.object({
      checker: Checker,
      /** Signs the calls; shown this once, as the endpoint is first set. */
      secret: z.nullable(z.string()),
    }),
  },
  rotateCheckerSecret: {
    freshCode: true,
    summary:
      'A new secret for the endpoint that checks accounts, shown this once; the one before ends at once',
    data: z.object({ secret: z.string() }),
  },
  testChecker: {
    perMinute: 10,
    summary: 'Send a made-up account to the endpoint that checks accounts, and tell what it answers',
    data: z.object({ result: CheckResult, failure: z.nullable(CheckFailure), took_ms: z.int() }),
  },
  listChecks: {
    summary:
      'Accounts that were checked in the last 24 hours, or with `figure` those that it counts; newest first',
    query: z.object({ ...pageQuery, ...checksFilter }),
    data: page(CheckedAccount),
  },
  exportChecks: {
    freshCode: true,
    summary: 'The same as a CSV or XLSX file',
    query: z.object({ ...checksFilter, ...tableFormat }),
    ...tableFile,
  },
  listAccountChecks: {
    summary: 'What the checker said of accounts that were claimed of an order, and what came of each claim',
    params: OrderNo,
    query: z.object(wholeListQuery),
    data: page(
      z.object({
        item_id: Id,
        claim_id: Id,
        /** Null while it is checked. */
        result: z.nullable(CheckResult),
        outcome: z.nullable(CheckOutcome),
      }),
    ),
  },
  readBatchCheck: {
    summary: 'What the checker said of a sample of an import',
    params: BatchId,
    data: z.nullable(z.object({ ...counts, open: z.int(), outcome: z.nullable(CheckOutcome) })),
  },
});
