// @vitest-environment happy-dom
import { parseMicro } from '@portside/contract/wire/money';
import { expect, test } from 'vitest';
import { nowMs } from '../../lib/clock.ts';
import { catalogue as service } from '../../locales/en/service/index.ts';
import { catalogue as shop } from '../../locales/en/index.ts';
import OwnPriceNote from './own-price-note.tsx';
import { ownPricesOf } from './own-prices.ts';
import { openPage } from '../../testing/open-page.tsx';

const goods = { id: '1', min_quantity: 1, price: '1', price_tiers: [{ min_quantity: 50, price: '0.8' }] };
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

async function show(answer: Parameters<typeof ownPricesOf>[0]): Promise<string> {
  const {
    own,
    price,
    price_tiers: [tier],
  } = ownPricesOf(answer).withPrices(goods);
  const bestMicro = parseMicro(tier?.price ?? price);
  const opened = openPage({ texts: { translation: shop, service } });
  await opened.show(
    <main>
      <OwnPriceNote own={own!} bestMicro={bestMicro} quantity={90} least={1} />
    </main>,
  );
  return opened.page.querySelector('main')!.textContent.replaceAll(/\s+/g, ' ');
}

test('the lowest price of everybody else is struck through beside the reader’s, with the reason', async () => {
  expect(await show({ level: gold, offers: [], least: [] })).toBe('List price 0.80 USDTGold −10%');
  expect(document.querySelector('s')).not.toBeNull();
});

test('a promotion of which larger orders have nothing is named without a price, and counted down', async () => {
  expect(await show({ level: null, offers: [sale], least: [] })).toMatch(
    /^Autumn saleends in (49:59:\d\d|50:00:00)$/,
  );
});
