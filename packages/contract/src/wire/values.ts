import { networkRecords, type Network as NetworkId } from '@portside/chain/networks/registry';
import * as z from 'zod/mini';
import { parseMicro } from './money.ts';
import { readDecimal } from './decimals.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { readCouponCode, readName, readOrderNo } from './pasted.ts';
import { readPromotionCode } from './promotion-code.ts';
import { SORTS, type SortedList, type SortOf } from './sorts.ts';

/** Values that several nouns share. */

export { LANGUAGES, type Language };

/** The years that the shop handles: outside them neither PostgreSQL nor calendar arithmetic can be trusted. */
const inTheseYears = z.regex(/^(19[7-9]|2\d\d)\d-/, 'Not between 1970 and 2999');
export const Time = z.iso.datetime().check(inTheseYears);
export const Day = z.iso.date().check(inTheseYears);

/**
 * A period of the back office's lists: moments, or days of the shop's own time zone, each with all of itself. Both ends
 * are included.
 */
const DayOrTime = z.union([Day, Time]);
export const period = { from: z.optional(DayOrTime), to: z.optional(DayOrTime) };

/** Of a longer text nothing else is checked: a pattern could take minutes for a megabyte. */
export const atMost = (longest: number) => z.maxLength(longest, { abort: true });

export const Id = z.string().check(z.regex(/^\d{1,18}$/));
export const Email = z.string().check(atMost(254), z.email());

/**
 * Text exactly as sent. Half of a surrogate pair is no character: UTF-8 cannot carry it, and PostgreSQL refuses it
 * inside JSON.
 */
export const Text = z.string().check(z.refine((text) => text.isWellFormed(), 'Not Unicode'));

const selections = new WeakSet<object>();

/**
 * What a call is limited to; absent, it takes all. An empty one is refused: cleaned away like other empty values it would
 * mean everything.
 */
export function selection<T extends z.ZodMiniType>(schema: T): z.ZodMiniOptional<T> {
  const optional = z.optional(schema);
  selections.add(optional);
  return optional;
}
/** Whether the field is a selection. */
export const isSelection = (schema: object): boolean => selections.has(schema);

/** A whole number within bounds; without `most`, what a four-byte column holds. */
export const whole = (least: number, most = 2_147_483_647) => z.int().check(z.gte(least), z.lte(most));

/** Any characters, never trimmed or truncated; argon2 gets the bytes unchanged. */
export const NewPassword = Text.check(z.minLength(6), atMost(256));
export const Password = Text.check(z.minLength(1), atMost(256));

/**
 * A single line of text, trimmed. Control characters are refused: no one types them, and PostgreSQL cannot store NUL.
 * So is half of a surrogate pair (`Cs`).
 */
export const line = (longest: number, shortest = 0) =>
  z.string().check(z.trim(), z.minLength(shortest), atMost(longest), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** What reading would drop and the database cannot hold is refused all the same. */
const HOLDABLE = z.regex(/^[^\0\p{Cs}]*$/u);

/** Longer than any link with what advertisers hang on it. */
const LONGEST_PASTED = 2_000;

/**
 * A single line that is looked up, not kept: `read` finds in it what is meant, and what it cannot read stays for the
 * checks. No text is longer than a pasted link.
 */
export const pasted = (read: (text: string) => string | null) =>
  z.string().check(
    atMost(LONGEST_PASTED),
    HOLDABLE,
    z.overwrite((text) => read(text) ?? text),
    z.trim(),
    z.regex(/^\P{Cc}*$/u),
  );

/** A promotion or invitation code, with whatever stands round it. An unreadable one is a code that nobody has. */
export const PromotionCode = pasted(readPromotionCode).check(z.minLength(1));

/** A coupon's code, with whatever stands round it; compared with those that the shop keeps. */
export const CouponCode = pasted(readCouponCode).check(z.minLength(1), atMost(40));

/** An order or top-up number, or a part of it, as people paste it. Most lists look for the beginning. */
export const OrderNoPrefix = pasted(readOrderNo).check(atMost(40));

/** The beginning of a username or e-mail address, as people paste it. */
export const NamePrefix = pasted(readName).check(atMost(254));

/** Multi-line text, trimmed; the only control characters are line breaks and tabs. */
export const paragraphs = (longest: number, shortest = 0) =>
  Text.check(z.trim(), z.minLength(shortest), atMost(longest), z.regex(/^[\P{Cc}\n\r\t]*$/u));

/** A text in any of the shop's languages. */
export const inLanguages = <T extends z.ZodMiniType<string>>(text: T) =>
  z.object(
    Object.fromEntries(LANGUAGES.map((language) => [language, z.optional(text)])) as Record<
      Language,
      z.ZodMiniOptional<T>
    >,
  );

/** No white space, nothing that reads as a path or an address, no leading dot. */
export const USERNAME = /^(?!\.)[^\s\p{C}/\\?#%:<>"]+$/u;
/** Latin, Cyrillic and Greek letters look alike: a name keeps to one of them. */
const ONE_ALPHABET =
  /^(?!.*\p{Script=Latin}.*[\p{Script=Cyrillic}\p{Script=Greek}])(?!.*\p{Script=Cyrillic}.*[\p{Script=Latin}\p{Script=Greek}])(?!.*\p{Script=Greek}.*[\p{Script=Latin}\p{Script=Cyrillic}])/u;

/** Trimmed before validation, as the login form does. */
export const Username = z
  .string()
  .check(z.trim(), z.minLength(1), atMost(32), z.regex(USERNAME), z.regex(ONE_ALPHABET));

export const GENDERS = ['random', 'male', 'female'] as const;
export const Gender = z.enum(GENDERS);
export type Gender = z.infer<typeof Gender>;

/** In the order of the records, which is also that of every list. */
export const NETWORKS = networkRecords().map(({ id }) => id) as unknown as readonly [
  NetworkId,
  NetworkId,
  ...NetworkId[],
];
export const Network = z.enum(NETWORKS);
export type Network = NetworkId;

/** Lists: `limit` 1–500 and an opaque `cursor`, which is long because it may contain a case-folded name. */
export const pageQuery = {
  limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(500)), 20),
  cursor: z.optional(z.string().check(atMost(1_000), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))),
};

/** For short lists: the whole list by default. */
export const wholeListQuery = {
  limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(500)), 500),
  cursor: pageQuery.cursor,
};

/** `sort`: a column of the list, with `-` before it for descending; the list's own order if absent. */
export const sortQuery = <N extends SortedList>(list: N) => {
  const columns: readonly string[] = SORTS[list];
  const ways = [...columns, ...columns.map((column) => `-${column}`)] as SortOf<N>[];
  return { sort: z.optional(z.enum(ways)) };
};

/** A page of a list. `next_cursor` is null on the last page; `total` is null if counting would cost too much. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()), total: z.nullable(z.int()) });

/** No data: the envelope's `data` is null. */
export const Nothing = z.null();

/**
 * A number as people write it, made a plain decimal with a point. What can mean two numbers ("1,000") is left, and its
 * fault says so.
 */
export const decimal = (decimals: number) =>
  z.string().check(
    atMost(100),
    HOLDABLE,
    z.overwrite((text) => {
      const read = readDecimal(text, { decimals });
      return read !== null && 'decimal' in read ? read.decimal : text;
    }),
    z.refine((text) => !('whole' in (readDecimal(text, { decimals }) ?? {})), {
      error: 'May mean two numbers',
      params: { fault: 'twoAmounts' },
    }),
  );

/** A decimal with at most 12 digits before and 6 after the point; no sign, no exponent. */
export const UsdtAmount = decimal(6).check(
  z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, 'Not an amount in USDT'),
);

/** Above zero. */
export const PositiveAmount = UsdtAmount.check(z.refine((text) => /[1-9]/.test(text), 'Nothing'));

/** The amount of a top-up: at most two decimals, because the last four identify the payment on the chain. */
export const RechargeAmount = decimal(2).check(
  z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'Not an amount with at most two decimals'),
);

/** The key of a product that only a link leads to. */
export const linkKey = z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/)));

/** What separates decimals in a table's amounts that could be two, such as "1.250". */
export const DecimalSign = z.enum(['.', ',']);
export type DecimalSign = z.infer<typeof DecimalSign>;

/**
 * Asked where amounts of a table could be two, which a `decimal_sign` answers: the first of them, both readings, and how
 * many lines it is about.
 */
export const AmountQuestion = z.nullable(
  z.object({ line: z.int(), value: z.string(), point: z.string(), comma: z.string(), lines: z.int() }),
);
export type AmountQuestion = z.infer<typeof AmountQuestion>;

/** Percent of the sale, from 0 to 100 with at most two decimals. */
export const CommissionPercent = decimal(2).check(
  z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Not a percentage'),
);

/** The rate from so many net sales a month on, if the agent's own is not higher. */
export const CommissionTier = z.object({ from: UsdtAmount, percent: CommissionPercent });
export type CommissionTier = z.infer<typeof CommissionTier>;
/** Of a text that may be no amount: its own fault is told, and not that it is in no order. */
const microOf = (text: string): bigint => (UsdtAmount.safeParse(text).success ? parseMicro(text) : 0n);

/** By net sales, ascending. */
export const CommissionTiers = z.array(CommissionTier).check(
  atMost(8),
  z.refine(
    (tiers) =>
      tiers.every(({ from }, index) => {
        const before = tiers[index - 1];
        return before === undefined || microOf(before.from) < microOf(from);
      }),
    'Not ascending',
  ),
);

/** Whether buyers become agents by themselves: not at all, once an operator agrees, or at once. */
export const AGENT_SIGN_UPS = ['off', 'asked', 'open'] as const;
export const AgentSignUp = z.enum(AGENT_SIGN_UPS);
export type AgentSignUp = z.infer<typeof AgentSignUp>;
