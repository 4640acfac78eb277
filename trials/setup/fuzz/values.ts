import type { Random } from '../random.ts';
import { allows, type Schema } from './operations.ts';

/** What exists in the shop, so that a call gets past its first checks. */
export type Known = Readonly<Record<string, readonly string[]>>;

const NOBODY_ON_TRON = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that are wrong nearly everywhere, and some that are right somewhere only. */
export const BAD_VALUES: readonly unknown[] = [
  // Blank and oversized texts.
  '\ud83d',
  'a\ude00b',
  'a\0b',
  '\u0001\u001b[31m',
  '\u202eabc\u202c',
  ' ',
  '\t\n',
  'x'.repeat(70_000),
  '%',
  '%_\\',
  "' or 1=1 --",
  '__proto__',
  '${7*7}{{7*7}}',
  '=cmd|x',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  // Numbers at and beyond every edge.
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  '0',
  '-1',
  '9007199254740993',
  '999999999999999999',
  '9'.repeat(19),
  '9'.repeat(400),
  '1e5',
  '0x10',
  'NaN',
  '999999999999.999999',
  '0.000001',
  // Days that do not exist, and some that are rare.
  '0000-01-01T00:00:00Z',
  '0000-01-01',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2999-12-31T23:59:59.999999999Z',
  '1970-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  // Names of nobody and nothing.
  NOBODY_ON_TRON,
  `0x${'0'.repeat(40)}`,
  '0'.repeat(64),
  'f'.repeat(64),
  'a@b.test\r\nbcc: c@d.test',
  // Other types.
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { $gt: '' },
  ['1', '1'],
  Array.from({ length: 600 }, (_, index) => String(index)),
  deep(19),
  deep(3_000),
];

/** The longest field tried at its limit; longer ones hold prose. */
const LONGEST = 300;

/**
 * Texts of the lengths that a field allows, each of one kind of letter, and odd ones; only what its published pattern
 * allows, so that the use case must handle them. A length alone makes no hash, id or day.
 */
export function edgeTexts(schema: Schema): readonly string[] {
  const { type, enum: options, minLength = 1, maxLength = 66 } = schema;
  if (type !== 'string' || options) return [];
  const lengths = new Set([Math.max(minLength, 1), 36, 64, 66, Math.min(maxLength, LONGEST)]);
  const filled = [...lengths].flatMap((length) =>
    ['x', '9', 'f', '-', '\u0416'].map((letter) => letter.repeat(length)),
  );
  return [...filled, ...ODD_TEXTS].filter((text) => allows(schema, text));
}

/** Well-formed, but nothing that exists. */
const ODD_TEXTS: readonly string[] = [
  `0x${'f'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  '9223372036854775808',
  '-9223372036854775809',
  '1e400',
  'Infinity',
  '0000-00-00',
  '294277-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999999999Z',
  '1970-01-01',
  '2999-12-31',
  '2026-11-31',
  '+23:59',
  'Etc/Unknown',
  'Factory',
  'posixrules',
  'T' + '1'.repeat(33),
  '::ffff:1.2.3.4',
  '[',
  '\\',
  '{}',
  '\u200f\u202e1',
  '\u{1f600}',
  'a\0b',
];

/** Cursors that no page ends with, as the lists write them or nearly so. */
export const BAD_PLACES: readonly string[] = [
  '0',
  '9'.repeat(9),
  '9'.repeat(18),
  '9'.repeat(19),
  '9223372036854775808',
  `${'9'.repeat(15)}ZZZZZZZZ`,
  '0'.repeat(15),
  `${'9'.repeat(18)}.${'9'.repeat(18)}`,
  `${'9'.repeat(18)}.${'9'.repeat(19)}`,
  `${'9'.repeat(19)}.1`,
  `1.${'9'.repeat(15)}`,
  `1.${'0'.repeat(23)}`,
  '1.x',
  '1.\u{1f600}',
  `1.${'x'.repeat(900)}`,
  'open-1',
  `settled-${'9'.repeat(18)}`,
  `${'f'.repeat(64)}.1`,
  `1.0x${'f'.repeat(64)}`,
  '1.1.1',
  '1-1-1',
  '2026-11-20T12:00:00Z',
  '2026-11-20.1',
];

const WORDS: Readonly<Record<string, readonly string[]>> = {
  username: ['nobody-at-all'],
  email: ['fuzz@example.test'],
  to: ['2026-11-21T00:00:00Z', 'fuzz@example.test'],
  from: ['2026-11-01T00:00:00Z'],
  password: ['a quiet harbour', 'harbour-9'],
  old_password: ['harbour-9'],
  totp_code: ['123456'],
  code: ['123456'],
  reason: ['a reason of some length'],
  amount: ['10', '0.5'],
  pay_amount: ['10'],
  price: ['1'],
  tx_hash: ['ab'.repeat(32)],
  data: ['00'],
  raw_data_hex: ['00'],
  signature: ['ab'.repeat(65)],
  ticket: ['a'.repeat(43)],
  wallet_address: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
  image: ['00000000-0000-4000-8000-000000000000'],
  commission_percent: ['5'],
  separator: ['----'],
  time_zone: ['UTC', 'Asia/Shanghai'],
};

/** A text of each form that the contract knows. */
const ANY_FORM: readonly string[] = [
  '1',
  '#1f4e79',
  'ab12',
  'ab'.repeat(16),
  'fuzz-fuzz',
  'fuzz@example.test',
  'a text of some length',
  '2026-11-20',
  '2026-11-20T12:00:00Z',
  'ab'.repeat(32),
  '00000000-0000-4000-8000-000000000000',
  `0x${'1'.repeat(40)}`,
];

/** A value that the schema accepts, as far as names and types show; lists have at least one item. */
export function goodValue(schema: Schema, name: string, known: Known, random: Random): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return goodValue(random.pick(ways), name, known, random);
  if (schema.type === 'object') {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) || random.chance(0.4),
    );
    return Object.fromEntries(wanted.map(([key, one]) => [key, goodValue(one, key, known, random)]));
  }
  if (schema.type === 'array') return [goodValue(schema.items ?? {}, name, known, random)];
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 1, 1) + random.below(2);
  if (schema.type === 'boolean') return true;
  return goodText(schema, name, known, random);
}

function goodText(schema: Schema, name: string, known: Known, random: Random): string {
  const isAllowed = (text: string): boolean => allows(schema, text);
  const words = [...(known[name] ?? []), ...(WORDS[name] ?? [])].filter(isAllowed);
  if (words.length > 0) return random.pick(words);
  if (/(^|_)ids?$/.test(name)) return random.pick(known['id'] ?? ['1']);
  const written = `fuzz ${random.below(1_000)}`;
  return isAllowed(written) ? written : (ANY_FORM.find(isAllowed) ?? written);
}
