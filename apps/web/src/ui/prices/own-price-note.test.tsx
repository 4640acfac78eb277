// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { parseMicro } from '@portside/contract/wire/money';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { nowMs } from '../../lib/clock.ts';
import { catalogue as service } from '../../locales/en/service/index.ts';
import { catalogue as shop } from '../../locales/en/index.ts';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import OwnPriceNote from './own-price-note.tsx';
import { ownPricesOf } from './own-prices.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const goods = { id: '1', price: '1', price_tiers: [{ min_quantity: 50, price: '0.8' }] };
const sale = {
  goods_id: '1',
  source: 'promotion' as const,
  id: '9',
  name: 'Autumn sale',
  prices: [{ min_quantity: 1, price: '0.9' }],
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: new Date(nowMs() + 50 * 3_600_000).toISOString(),
};
const gold = { id: '3', name: 'Gold', colour: '#c9a227', discount_percent: '10' };

const translator = new Translator('en', { translation: shop, service });
let page: HTMLElement;
let root: Root;

beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function show(answer: Parameters<typeof ownPricesOf>[0]): string {
  const {
    own,
    price,
    price_tiers: [tier],
  } = ownPricesOf(answer).withPrices(goods);
  const bestMicro = parseMicro(tier?.price ?? price);
  act(() =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <TranslatorContext value={translator}>
            <main>
              <OwnPriceNote own={own!} bestMicro={bestMicro} quantity={90} least={1} />
            </main>
          </TranslatorContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return page.querySelector('main')!.textContent.replaceAll(/\s+/g, ' ');
}

test('the lowest price of everybody else is struck through beside the reader’s, with the reason', () => {
  expect(show({ level: gold, offers: [], least: [] })).toBe('List price 0.80 USDTGold −10%');
  expect(page.querySelector('s')).not.toBeNull();
});

test('a promotion of which larger orders have nothing is named without a price, and counted down', () => {
  expect(show({ level: null, offers: [sale], least: [] })).toMatch(
    /^Autumn saleends in (49:59:\d\d|50:00:00)$/,
  );
});
