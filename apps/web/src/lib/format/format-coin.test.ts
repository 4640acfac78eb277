import { expect, test } from 'vitest';
import { formatCoin } from './format-coin.ts';

test.each([
  ['TRON', 6_434_000n, 'en', '6.44 TRX'],
  ['TRON', 0n, 'en', '0 TRX'],
  ['TRON', 1_234_567_890n, 'pt', '1.234,57 TRX'],
  ['ETH', 43_000n * 20_000_000_000n, 'en', '0.00086 ETH'],
  ['ETH', 1n, 'en', '0.000001 ETH'],
  ['ETH', 12n * 10n ** 18n, 'ru', '12 ETH'],
] as const)('%s %s in %s', (network, amount, language, shown) => {
  expect(formatCoin(network, amount, language)).toBe(shown);
});
