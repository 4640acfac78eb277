// @vitest-environment happy-dom
import type { Goods, SiteConfig } from '@portside/contract';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { catalogue as shop } from '../../locales/en/index.ts';
import { catalogue as service } from '../../locales/en/service/index.ts';
import { home } from '../../locales/en/home.ts';
import { startIn } from '../../locales/language.ts';
import OwnFamily from './family-chooser.tsx';
import { GoodsPicture } from './goods-picture.tsx';
import { HomeProducts, StockedCategoryList } from './home-goods.tsx';
import { makeGoods } from './testing/make-goods.ts';
import { openPage } from '../../testing/open-page.tsx';

/** Renders a product with this picture, and again with another. */
function show() {
  const opened = openPage();
  return async (image: string | null) => {
    const goods = { name: 'Mailbox', image, category: { id: '1', name: 'Mail', parent: null } } as Goods;
    await opened.show(
      <main>
        <GoodsPicture goods={goods} />
      </main>,
    );
    return opened.page.querySelector('main')!;
  };
}

test('a product without a picture is drawn', async () => {
  const place = await show()(null);
  expect(place.querySelector('img')).toBeNull();
  expect(place.textContent).toBe('M');
});

test('one that cannot be read is drawn, until there is another', async () => {
  const withImage = show();
  const place = await withImage('/first');
  // Names and prices come first.
  expect(place.querySelector('img')).toBeNull();
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(place.querySelector('img')).not.toBeNull();
  });
  const image = place.querySelector('img')!;
  expect(image.getAttribute('src')).toBe('/first');
  expect(image.getAttribute('loading')).toBe('lazy');
  act(() => void image.dispatchEvent(new Event('error')));
  expect((await withImage('/first')).textContent).toBe('M');
  expect((await withImage('/second')).querySelector('img')!.getAttribute('src')).toBe('/second');
});

test('tiles show the reader’s own prices, and why, once they are read', async () => {
  await startIn('en');
  updateStored({ token: 'a token' });
  const gold = { id: '3', name: 'Gold', colour: '#c9a227', discount_percent: '10' };
  const answers: Record<string, object> = {
    '/api/goods': { items: [makeGoods({ price: '2' })], next_cursor: null },
    '/api/prices/mine': { level: gold, offers: [], least: [] },
  };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json({ code: 200, message: 'ok', data: answers[url] })),
  );
  const opened = openPage({ texts: { translation: { ...shop, home } } });
  await opened.show(
    <>
      <HomeProducts to="/client/purchase-account" />
      <StockedCategoryList />
    </>,
  );
  const words = (): string => opened.page.textContent.replaceAll(/\s+/g, ' ');
  await vi.waitFor(() => expect(words().match(/1\.80/g)).toHaveLength(2), 5_000);
  await vi.waitFor(() => expect(words()).toContain('Gold'), 5_000);
});

test('a limit per buyer and day says whose midnight ends the day', async () => {
  updateStored({ webConfig: { time_zone: 'Asia/Shanghai' } as SiteConfig });
  const opened = openPage({ texts: { translation: shop, service } });
  const goods = { ...makeGoods({}), family: null, most_per_buyer: null, most_per_day: 4 };
  await opened.show(<OwnFamily goods={goods} />);
  expect(opened.page.textContent).toContain('Up to 4 per buyer a day (from midnight, Asia/Shanghai)');
});
