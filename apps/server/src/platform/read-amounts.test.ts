import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmounts } from './read-amounts.ts';

const usdt = (micro: unknown) => (typeof micro === 'bigint' ? Number(micro) / 1e6 : micro);
const read = (...cells: string[]) => readAmounts(cells).amounts.map(usdt);

test.each([
  // Each of these says by itself what it is.
  [
    ['12.5', '1.10', '1250.00'],
    [12.5, 1.1, 1250],
  ],
  [
    ['12,5', '1,10', '1250,00'],
    [12.5, 1.1, 1250],
  ],
  [
    ['1.250,50', '1,250.50'],
    [1250.5, 1250.5],
  ],
  [
    ['1 250,50', '1\u00a0250,50', '1\u202f250,50'],
    [1250.5, 1250.5, 1250.5],
  ],
  [
    ["1'250.50", '1’250’000'],
    [1250.5, 1_250_000],
  ],
  [
    ['1.250.000', '1,250,000', '12,34,567.5'],
    [1_250_000, 1_250_000, 1_234_567.5],
  ],
  [
    ['0.250', '0,125', '.5', '12.'],
    [0.25, 0.125, 0.5, 12],
  ],
  [
    ['1250.000', '0012.50', '+5', ''],
    [1250, 12.5, 5, 0],
  ],
  [
    ['12.50 USDT', 'USD 3', '$4.5', 'US$ 1', '₮2'],
    [12.5, 3, 4.5, 1, 2],
  ],
  [
    ['="12.5"', "'7", '\ufeff8', '١٢', '１２．５', '5\u200b'],
    [12.5, 7, 8, 12, 12.5, 5],
  ],
  // What it cannot be is named, and nothing is rounded.
  [
    ['1.0000001', '1.1234560', '0,12345678'],
    ['precision', 1.123456, 'precision'],
  ],
  [['-5', '−5', '–5', '5-', '(5)'], Array(5).fill('wrong')],
  [['1e3', '1.2.3', '1,2,3', '12 50', '1..5', '10²', '½'], Array(7).fill('wrong')],
  [['R$ 12,50', '5 €', '7 руб', 'BRL 5', 'n/a'], Array(5).fill('currency')],
  [
    ['1000000000000', '1.000.000.000.000,00'],
    ['wrong', 'wrong'],
  ],
])('%j', (cells, amounts) => {
  expect(read(...cells)).toEqual(amounts);
});

test('a value that could be two is in doubt, whatever the rest of the column seems to say', () => {
  expect(read('1.250')).toEqual(['ambiguous']);
  expect(read('1.250', '1.250,50', '12,50', '2.000')).toEqual(['ambiguous', 1250.5, 12.5, 'ambiguous']);
  expect(read('1,250', '12.50')).toEqual(['ambiguous', 12.5]);
  expect(read('1.250', '12.5', '12,5')).toEqual(['ambiguous', 12.5, 12.5]);
  expect(readAmounts(['7', '2.000']).ambiguous).toEqual([{ at: 1, point: '2', comma: '2000' }]);
});

test('a sign that stands for decimals elsewhere in the column does so everywhere', () => {
  expect(read('1.250', '12.5')).toEqual([1.25, 12.5]);
  expect(read('1,250', '12,50')).toEqual([1.25, 12.5]);
});

test('an answer is for the values in doubt alone', () => {
  const answered = (sign: '.' | ',') => readAmounts(['1.250', '12,50', '3.5'], sign).amounts.map(usdt);
  expect(answered('.')).toEqual([1.25, 12.5, 3.5]);
  expect(answered(',')).toEqual([1250, 12.5, 3.5]);
});

const LOCALES = ['en-US', 'de-DE', 'pt-BR', 'ru-RU', 'fr-FR', 'de-CH', 'en-IN', 'zh-CN', 'pt-PT', 'sv-SE'];

test('a column of any country is read to the micro-USDT, or what is in doubt is asked about', () => {
  const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n });
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      (locale, micro) => {
        const written = micro.map((one) => {
          const decimal = `${one / 1_000_000n}.${String(one % 1_000_000n).padStart(6, '0')}`;
          const options = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
          return new Intl.NumberFormat(locale, options).format(decimal as `${number}`);
        });
        const sign = new Intl.NumberFormat(locale)
          .formatToParts(0.5)
          .find(({ type }) => type === 'decimal')!.value;
        const { amounts } = readAmounts(written);
        for (const [index, one] of amounts.entries()) expect([micro[index], 'ambiguous']).toContain(one);
        expect(readAmounts(written, sign as '.' | ',').amounts).toEqual(micro);
      },
    ),
  );
});
