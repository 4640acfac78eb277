import { describe, expect, test } from 'vitest';
import { surveyFile } from './survey-file.ts';

const productOf = (column: string) => ({ separator: '----', columns: ['account', 'password', column] });
const linesOf = (of: (at: number) => string): string =>
  Array.from({ length: 24 }, (_, at) => `gull${at * 7}----Pw${at}x----${of(at)}`).join('\n');

async function oddIn(text: string, column: string): Promise<readonly (readonly unknown[])[]> {
  const { findings } = await surveyFile([text], productOf(column), null);
  return findings
    .filter(({ kind, isAsked }) => kind === 'other values' && isAsked)
    .map(({ count, details }) => [count, ...details]);
}

const letter = (at: number): string => String.fromCodePoint(65 + at);
/** What suppliers write, by what it is. */
const VALUES = {
  address: (at) => `g${at}@box.example`,
  secret: (at) => `JBSWY3DPEHPK3P${letter(at)}X`,
  'secret with blanks': (at) => `jbsw y3dp ehpk 3p${letter(at)}x`,
  'backup codes': (at) => `1203 45${at + 10}, 8812 7${at + 100}`,
  'link to a code': (at) => `https://codes.example/tok/${letter(at)}${at}`,
  cookies: (at) => `[{"name":"sid","value":"v${at}"}]`,
  'a line of cookies': (at) => `sid=v${at}abcdefghijk; theme=dark`,
  phone: (at) => `+49 151 23456${at + 100}`,
  'plain phone': (at) => `49151234567${at + 10}`,
  country: (at) => ['US', 'DE', 'BR'][at % 3]!,
  day: (at) => `2024-0${(at % 9) + 1}-12`,
  year: (at) => `${2010 + (at % 9)}`,
  profile: (at) => `https://site.example/u/${at}`,
  password: (at) => `Qx${at * 31}zz`,
  token: (at) => `EAAB${at}w1${'x'.repeat(40)}${at}`,
  sex: (at) => ['female', 'm'][at % 2]!,
  'figure for a sex': (at) => `${(at % 2) + 1}`,
  'French phone': (at) => `06.12.34.56.${at + 10}`,
  'Japanese phone': (at) => `0467-22-31${at + 10}`,
  'list of codes': (at) => `["1203 45${at + 10}","8812 77${at + 10}"]`,
  'code with dashes': (at) => `1203-45-13${at + 10}`,
  handle: (at) => `@gull_${at}`,
  flag: (at) => ['🇺🇸', '🇩🇪', '🇧🇷'][at % 3]!,
  prefix: (at) => ['+1', '+49', '+55'][at % 3]!,
  'words for none': (at) => ['no mail', 'without', 'без почты'][at % 3]!,
} as const satisfies Readonly<Record<string, (at: number) => string>>;
type Value = keyof typeof VALUES;

const FITTING: Readonly<Record<string, readonly Value[]>> = {
  email: ['address', 'words for none'],
  'email password': ['password', 'secret', 'token', 'plain phone'],
  '2fa': [
    'secret',
    'secret with blanks',
    'backup codes',
    'list of codes',
    'code with dashes',
    'link to a code',
    'token',
    'words for none',
  ],
  phone: ['phone', 'plain phone', 'French phone', 'Japanese phone', 'words for none'],
  cookies: ['cookies', 'a line of cookies'],
  token: ['token', 'secret'],
  'recovery email': ['address'],
  recovery: ['address', 'phone', 'backup codes', 'list of codes', 'secret'],
  country: ['country', 'flag', 'prefix'],
  registered: ['day', 'year'],
  profile: ['profile', 'link to a code', 'handle'],
  gender: ['sex', 'figure for a sex'],
  data: ['secret', 'country', 'address'],
};
/** What a look at the columns takes for a mistake. */
const ODD: Readonly<Record<string, readonly Value[]>> = {
  email: ['secret', 'cookies', 'phone', 'country', 'day', 'profile', 'password', 'token'],
  'email password': ['address', 'cookies', 'profile'],
  '2fa': ['address', 'cookies', 'phone', 'country', 'day'],
  phone: ['address', 'cookies', 'country', 'day'],
  cookies: ['profile'],
  token: ['address', 'cookies', 'country', 'day', 'profile'],
  'recovery email': ['country', 'cookies', 'day'],
  country: ['address', 'cookies', 'phone', 'day', 'profile'],
  registered: ['address', 'cookies', 'country', 'profile'],
  profile: ['address', 'secret', 'country', 'password'],
  gender: ['address', 'phone', 'day'],
};
const pairs = (of: typeof FITTING): [string, Value][] =>
  Object.entries(of).flatMap(([column, values]) => values.map((value): [string, Value] => [column, value]));

describe('the columns of a file', () => {
  test.each(pairs(FITTING))('%s may hold %s', async (column, value) => {
    expect(await oddIn(linesOf(VALUES[value]), column)).toEqual([]);
  });

  test.each(pairs(ODD))('%s with %s is asked about', async (column, value) => {
    expect(await oddIn(linesOf(VALUES[value]), column)).toEqual([[24, { column }]]);
  });

  test('a part in another order is asked about, one value for none is not', async () => {
    const swapped = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0
        ? `gull${at}----Pw${at}x----g${at}@x.example`
        : `g${at}@x.example----Pw${at}x----gull${at}`,
    );
    expect(await oddIn(swapped.join('\n'), 'email')).toEqual([[6, { column: 'email' }]]);
    const two = { separator: '----', columns: ['account', 'password', '2fa', 'phone'] };
    const few = Array.from({ length: 100 }, (_, at) => {
      const [code, phone] = [`JBSWY3DPEHPK3P${letter(at % 26)}X`, `+4915123456${at + 100}`];
      return `gull${at * 7}----Pw${at}x----${at < 80 ? `${code}----${phone}` : `${phone}----${code}`}`;
    });
    const { findings } = await surveyFile([few.join('\n')], two, null);
    expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([
      { kind: 'other values', count: 20, details: [{ column: '2fa' }, { column: 'phone' }] },
    ]);
    const without = (word: string) => linesOf((at) => (at % 2 === 0 ? word : `g${at}@x.example`));
    expect(await oddIn(without('none'), 'email')).toEqual([]);
    expect(await oddIn(without('kein Konto'), 'email')).toEqual([]);
  });
});
