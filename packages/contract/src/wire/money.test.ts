import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBalance, formatMicro, parseMicro } from './money.ts';

const micro = fc.bigInt(0n, 2n ** 62n);

test('property: formatting and parsing are inverse, up to twelve digits before the point', () => {
  fc.assert(fc.property(fc.bigInt(0n, 10n ** 18n), (amount) => parseMicro(formatMicro(amount)) === amount));
});

test('property: a displayed balance has two decimals and is never rounded up', () => {
  fc.assert(
    fc.property(micro, (amount) => {
      const shown = formatBalance(amount);
      expect(shown).toMatch(/^\d+\.\d{2}$/);
      const [whole, cents] = shown.split('.');
      const shownMicro = BigInt(whole!) * 1_000_000n + BigInt(cents!) * 10_000n;
      expect(shownMicro <= amount && amount - shownMicro < 10_000n).toBe(true);
    }),
  );
});

test.each([
  [0n, '0', '0.00'],
  [1n, '0.000001', '0.00'],
  [12_500_000n, '12.5', '12.50'],
  [12_999_999n, '12.999999', '12.99'],
  [-1n, '-0.000001', '-0.01'],
  [-12_500_000n, '-12.5', '-12.50'],
])('%s micro', (amount, exact, shown) => {
  expect(formatMicro(amount)).toBe(exact);
  expect(formatBalance(amount)).toBe(shown);
});

test.each(['', '-1', '1.', '.5', '1e3', '0x1', '1.0000001', ' 1', '1,5', '١'])('%j is no amount', (text) => {
  expect(() => parseMicro(text)).toThrow(RangeError);
});
