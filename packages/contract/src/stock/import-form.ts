import * as z from 'zod/mini';
import { whole } from '../wire/values.ts';

/** What a line may be instead of an account, or hold beside it. The form says what becomes of such lines. */
export const LineDoubt = z.enum([
  /** Names of columns, again or in the middle of a file. */
  'heading',
  /** A total, as spreadsheets and shops put it below their lists. */
  'sum',
  /** A rule of signs, a remark, an advertisement. */
  'ornament',
  /** A value that opens a bracket which nothing closes: the rest is on other lines, or was cut off. */
  'open value',
  /** A value that a spreadsheet or a shop has guarded: `="001"`, `'+7`. */
  'guard',
  /** A line with its number before it: `1. account:password`. */
  'numbered',
  /** A number that a spreadsheet has rounded: `7.9E+10`. */
  'rounded',
  /** What a program left in the place of a value or round it: `#N/A`, `Pw1<br>`, `Pw&amp;1`, `79990001122.0`. */
  'damaged',
  /** A value with its name before it: `login=ana`. */
  'label',
  /** More values than the account has columns, where the form does not say whose they are. */
  'surplus',
  /** Another number of values than the table has. */
  'row width',
  /** Without what nearly all lines of the file have in common: an address for a login, no blank at the separator. */
  'unlike',
  /** Several accounts on one line. */
  'several',
  /** JSON with something behind it that is no part of it. */
  'beside JSON',
  /** A column of states or, of those that are not sold, one of notes says that the account is gone: `banned`, `sold`. */
  'dead',
  /** Under a later heading that names the columns in another order than the first, or before the first. */
  'other order',
  /** Of a file with a column of days (`born`): nothing there that is one, or one before 1995 or after today. */
  'no date',
  /** Several days, by what is read as the month: `03/04/2025`. */
  'unclear date',
  /** A year or a month alone; `sell` counts from its first day. */
  'part date',
]);
export type LineDoubt = z.infer<typeof LineDoubt>;

/** Why a line was not added, or would not be. */
export const LineFault = z.enum([
  'duplicate',
  'too long',
  'control characters',
  'not UTF-8',
  'separator in a field',
  'column missing',
  'open quote',
  /** A value with line breaks that are not those of JSON. */
  'line break',
  /** Of a table for several products: of none of them. */
  'no product',
  ...LineDoubt.options,
]);
export type LineFault = z.infer<typeof LineFault>;

/** What nearly all lines of a file have in common, where not every file has it. A line without it is in doubt. */
export const Trait = z.enum([
  /** No blank is beside the first separator. */
  'tight',
  /** The login is an e-mail address. */
  'address login',
  /** The password is none. */
  'no address',
  /** The login holds nothing that usually separates two values. */
  'one login',
  /** The login is written in Latin letters. */
  'Latin login',
  /** The login is no bare word with only figures behind it, as `Page:2`. */
  'no label',
  /** The password holds no blank: a note would be behind it. */
  'one password',
  /** A digit or an address is in the line, which names of columns have not. */
  'no names',
  /** Values beyond the login that are called e-mail addresses are such. */
  'address column',
  /** Each value is of the kind and length that its column's others are (`usual_kinds`): a link, a code. */
  'one kind',
  /** Values beyond the password are not empty, nor a word for nothing. */
  'filled',
  /** The login has at least three characters and the password four. */
  'long values',
  /** Of accounts that are one value: the line has the length and the signs of the others (`usual_line`). */
  'one shape',
]);
export type Trait = z.infer<typeof Trait>;

/** Between two values. */
export const Separator = z
  .string()
  .check(z.minLength(1), z.maxLength(8), z.regex(/^(?:[^\p{Cc}\p{Cs}]|\t)+$/u));

/** A cell of a file's heading, exactly as it is there. */
const Cell = z.string().check(z.maxLength(1_000), z.regex(/^[^\p{Cs}\0]*$/u));

/** What was answered to the questions that a file raises; a line in doubt is refused where its kind has no answer. */
const answers = {
  /** The values of the heading; rows that repeat it are dropped. Absent: there is none. */
  heading: z.optional(z.array(Cell).check(z.maxLength(100))),
  /**
   * Whose the values beyond the product's columns are: the last column's, or further fields'. If absent, the last
   * column's where one character separates, and further fields' where several do.
   */
  surplus: z.optional(z.enum(['last', 'further', 'refuse'])),
  /** Blanks round a value are part of it. */
  keeps_blanks: z.optional(z.boolean()),
  /** Zero-width, direction and other invisible characters are taken out; else they stay. */
  drops_invisible: z.optional(z.boolean()),
  /** What nearly all lines have in common; a line without it is in doubt (`unlike`). */
  usual: z.optional(z.array(Trait)),
  /**
   * Of accounts that are one value, as keys are: the signs that all lines have, as often as all have them, how many
   * characters a line has at least and at most, and whether any has blanks or letters that are not ASCII.
   */
  usual_line: z.optional(
    z.object({
      signs: z.string().check(z.maxLength(200), z.regex(/^[ -~]*$/)),
      least: whole(0, 100_000),
      most: z.optional(whole(0, 200_000)),
      has_blanks: z.boolean(),
      has_letters: z.boolean(),
    }),
  ),
  /**
   * Of what kind and length nearly all values of each column of links, cookies, codes or tokens (`long`, at least of that
   * length) are. Addresses and digits are not told, and hold no line.
   */
  usual_kinds: z.optional(
    z
      .array(
        z.object({
          kind: z.optional(z.enum(['address', 'link', 'cookies', 'digits', 'code', 'long'])),
          length: z.optional(whole(0, 100_000)),
        }),
      )
      .check(z.maxLength(100)),
  ),
  /** Lines begin with their numbers, from one to the next: `1.ana`, `2.bo`. */
  is_counted: z.optional(z.boolean()),
  /** The file was cut off within its last line, which is in doubt (`open value`). */
  is_cut_off: z.optional(z.boolean()),
  /**
   * Headings further down from which on the columns are in another order, or in the first one again, with their lines:
   * a part of the file is read by the last one before it.
   */
  later_headings: z.optional(
    z
      .array(z.object({ line: whole(1, 2_000_000_000), heading: z.array(Cell).check(z.maxLength(100)) }))
      .check(z.maxLength(200)),
  ),
  /**
   * Which value of a line, from 0, is the day from which its account ages, and in which order an ambiguous date is
   * read. A number before a counted line is no value of it. Nothing of what is sold changes by it. Not with an API key.
   */
  born: z.optional(
    z.object({
      column: z.int().check(z.gte(0), z.lte(99)),
      order: z.optional(z.enum(['day first', 'month first', 'year first'])),
    }),
  ),
  /** `mend` takes a guard, a number or a name off, or reads rows by their own heading; `sell` sells the line as it is. */
  doubts: z.optional(z.partialRecord(LineDoubt, z.enum(['refuse', 'sell', 'mend']))),
};

/**
 * Which rows of a table are this import's, where a column says whose product they are: one file then goes to several
 * products, an import each. A row with a fault of its own and a value of nobody is refused once, where the rest is held.
 */
const OwnRows = z.object({
  column: z.int().check(z.gte(0), z.lte(99)),
  /** Values of the column, without blanks round them, whose rows are for this product, and for the other ones. */
  values: z.array(Cell).check(z.minLength(1), z.maxLength(200)),
  others: z._default(z.array(Cell).check(z.maxLength(200)), []),
  /** Rows of any other value are refused (`no product`), and can be downloaded; else they are passed over. */
  holds_rest: z._default(z.boolean(), false),
});
export type OwnRows = z.infer<typeof OwnRows>;

/** How the lines of a file become accounts. Lines of text are sold exactly as they are. */
export const ImportForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), ...answers }),
  z.object({
    kind: z.literal('csv'),
    delimiter: Separator,
    /** The first row names the columns. */
    has_header: z._default(z.boolean(), false),
    /** How many values a row has; others are in doubt. Absent: any number. */
    width: z.optional(z.int().check(z.gte(1), z.lte(100))),
    /** Which columns of the file are sold, from 0, in the order of the account; all if absent. */
    columns: z.optional(z.array(z.int().check(z.gte(0), z.lte(99))).check(z.minLength(1), z.maxLength(20))),
    /** The text between the fields of an account: the product's. */
    separator: Separator,
    own_rows: z.optional(OwnRows),
    ...answers,
  }),
]);
export type ImportForm = z.infer<typeof ImportForm>;

/** What an import of this text would read, before it is made. */
export const ImportPreview = z.object({
  form: ImportForm,
  /** The first 20; `fields` as a buyer would see them, `account` as it would be sold. */
  lines: z.array(
    z.object({
      line: z.int(),
      fields: z.array(z.string()),
      account: z.string(),
      fault: z.nullable(LineFault),
    }),
  ),
  /** What is to be known before the import. What `is_asked` is refused unless the form answers it. */
  findings: z.array(
    z.object({
      kind: z.string(),
      count: z.int(),
      is_asked: z.boolean(),
      samples: z.array(z.object({ line: z.int(), text: z.string() })),
      details: z.array(
        z.union([
          z.object({ column: z.string() }),
          z.object({ character: z.string(), count: z.int() }),
          z.object({ width: z.int(), count: z.int() }),
          z.object({ separator: z.string(), count: z.int() }),
          z.object({ whole: z.int(), lines: z.int() }),
          z.object({ trait: Trait, count: z.int() }),
        ]),
      ),
    }),
  ),
  /** The first line whose quote is never closed; it would not be added. */
  open_line: z.nullable(z.int()),
});
