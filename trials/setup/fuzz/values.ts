import type { Random } from '../random.ts';
import type { Schema } from './operations.ts';

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
  // Texts that are none, or too much of one.
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
  // Days that no calendar has, and some that few have.
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
  return goodText(name, known, random);
}

function goodText(name: string, known: Known, random: Random): string {
  const words = [...(known[name] ?? []), ...(WORDS[name] ?? [])];
  if (words.length > 0) return random.pick(words);
  return /(^|_)ids?$/.test(name) ? random.pick(known['id'] ?? ['1']) : `fuzz ${random.below(1_000)}`;
}
