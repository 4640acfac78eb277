import { MantineProvider } from '@mantine/core';
import { LANGUAGES } from '@portside/contract';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { loadLanguage, startIn } from '../../../locales/language.ts';
import type { PayableRecharge } from '../../../lib/networks/networks.ts';
import { PayDetails } from './pay-details.tsx';

const SOURCES = join(import.meta.dirname, '../../..');

const recharge = {
  type: 'TRON',
  chain_id: 1,
  mode: 'exact_amount',
  pay_amount: '1234.50432',
  wallet_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as PayableRecharge;

beforeAll(() => startIn('en'));

test.each(LANGUAGES)(
  'in %s the amount to pay is written as wallets take it: six decimals after a point, no separators',
  async (language) => {
    await loadLanguage(language);
    const html = renderToStaticMarkup(
      <MantineProvider>
        <PayDetails recharge={recharge} />
      </MantineProvider>,
    );
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('1234.504320 USDT');
  },
);

test('nothing writes the amount to pay in the language of the reader', () => {
  const localised = /(?:<Money[^>]*|formatUsdt\w*\([^)]*)pay_?amount/i;
  expect('<Money amount={recharge.pay_amount} />').toMatch(localised);
  const found = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.*'] }).filter((file) =>
    localised.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
