// @vitest-environment happy-dom
import type { Goods, User } from '@portside/contract';
import { act, useEffect, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { nowMs } from '../../../lib/clock.ts';
import { ownPricesOf } from '../../../ui/prices/own-prices.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { catalogue as service } from '../../../locales/en/service/index.ts';
import { catalogue as shop } from '../../../locales/en/index.ts';
import PriceNotes, { type CouponQuote } from './price-notes.tsx';
import { findUnanswered, forgetUnanswered, keepUnanswered } from '../../../lib/stored/order-intent.ts';
import { newAttempt } from './attempt.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { openPage, typeInto } from '../../../testing/open-page.tsx';

const attempt = newAttempt({
  goods_id: '7',
  quantity: 3,
  gender: 'random',
  email: 'a@b.example',
  unit_price: '0.35',
});

test('an unanswered attempt comes back with its key, to its own user and goods only', () => {
  keepUnanswered('1', '7', attempt);
  expect(findUnanswered('1', '7')).toEqual(attempt);
  expect(findUnanswered('1', '8')).toBeUndefined();
  expect(findUnanswered('2', '7')).toBeUndefined();
  forgetUnanswered('7');
  expect(findUnanswered('1', '7')).toBeUndefined();
});

test('ordering something else meanwhile loses nothing', () => {
  keepUnanswered('1', '7', attempt);
  keepUnanswered('1', '8', newAttempt({ ...attempt.body, goods_id: '8' }));
  forgetUnanswered('8');
  expect(findUnanswered('1', '7')).toEqual(attempt);
});

test('what one buyer has sent is nothing to who signs in after them while the page is open', async () => {
  const as = (id: string) => updateStored({ user: { id } as User });
  const Sale = () => <output>{usePlaceOrder('7').phase.kind}</output>;
  as('1');
  keepUnanswered('1', '7', attempt);
  const { page, show } = openPage();
  await show(<Sale />);
  const kind = (): string | null => page.querySelector('output')!.textContent;
  expect(kind()).toBe('unanswered');
  await act(async () => as('2'));
  expect(kind()).toBe('open');
  await act(async () => as('1'));
  expect(kind()).toBe('unanswered');
});

describe('price notes', () => {
  const goods = {
    id: '1',
    price: '1',
    price_tiers: [{ min_quantity: 40, price: '0.9' }],
  } as unknown as Goods;
  const offer = {
    goods_id: '1',
    source: 'promotion' as const,
    id: '9',
    name: 'Autumn sale',
    prices: [{ min_quantity: 1, price: '0.8' }],
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: new Date(nowMs() + 3_600_000).toISOString(),
  };
  const gold = { id: '3', name: 'Gold', colour: '#c9a227', discount_percent: '7.5' };

  const texts = { translation: shop, service };
  let page: HTMLElement;
  let show: (shown?: Shown) => Promise<void>;
  /** What the shop answers to a coupon: how much it takes off, or a refusal's code. */
  let answer: string | number;
  let told: CouponQuote | null;
  const faults = [{ field: 'coupon', fault: 'small', limit: 12.5 }];
  let calls = 0;

  beforeEach(() => {
    answer = '0.1';
    told = null;
    updateStored({ token: 'a token' });
    vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
      calls += 1;
      const { quantity } = JSON.parse(body as string) as { quantity: number };
      if (typeof answer === 'number')
        return Promise.resolve(
          Response.json({ code: answer, message: 'no', data: null, faults }, { status: 409 }),
        );
      const total_amount = String(quantity - Number(answer));
      const prices = { unit_price: '1', list_price: '1', until: null };
      const why = { source: 'list', name: '', discount_percent: null, min_quantity: 1 };
      const quote = { discount: answer, total_amount, ...prices, why };
      const coupon = answer === '0' ? 'notCheaper' : 'applied';
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { ...quote, coupon } }));
    });
    const opened = openPage({ client, texts });
    page = opened.page;
    show = (shown) =>
      opened.show(
        <main>
          <Form {...shown} />
        </main>,
      );
  });

  type Shown = { readonly own?: ReturnType<typeof ownPricesOf>; readonly quantity?: number };

  function Form({ own, quantity = 1 }: Shown) {
    const [coupon, setCoupon] = useState<CouponQuote | null>(null);
    useEffect(() => void (told = coupon), [coupon]);
    const rest = { coupon, isLocked: false, onCoupon: setCoupon };
    return <PriceNotes goods={goods} quantity={quantity} own={own} {...rest} />;
  }

  const client = createQueryClient();
  const words = (): string => page.querySelector('main')!.textContent.replaceAll(/\s+/g, ' ');
  const press = (name: string) =>
    act(async () =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click(),
    );

  async function enter(code: string): Promise<void> {
    await typeInto(page.querySelector('input')!, code);
    await act(async () =>
      page.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  }

  test('the reason of a price, its end and the list price are beside it', async () => {
    await show({ own: ownPricesOf({ level: gold, offers: [], least: [] }) });
    expect(words()).toContain('Gold −7.5%List price 1.00 USDT');
    await show({ own: ownPricesOf({ level: gold, offers: [offer], least: [] }) });
    expect(words()).toMatch(/Autumn saleends in (59:\d\d|1:00:00)List price 1\.00 USDT/);
    // Of forty, everybody pays less than of one: that is not what is saved.
    await show({ own: ownPricesOf({ level: gold, offers: [offer], least: [] }), quantity: 40 });
    expect(words()).toMatch(/Autumn sale.*List price 0\.90 USDT/);
    await show();
    expect(words()).toBe('Enter a coupon');
  });

  test('a coupon says what it takes off, is asked again for another quantity, and can be removed', async () => {
    await show({ quantity: 2 });
    await press('Enter a coupon');
    await enter('WELCOME10');
    await vi.waitFor(() => expect(words()).toContain('Coupon WELCOME10 −0.10 USDT'));
    const quoted = { code: 'WELCOME10', quantity: 2, quote: { total_amount: '1.9' } };
    await vi.waitFor(() => expect(told).toMatchObject(quoted));
    await show({ quantity: 5 });
    await vi.waitFor(() => expect(told).toMatchObject({ quantity: 5, quote: { total_amount: '4.9' } }));
    await press('Remove');
    expect([told, words()]).toEqual([null, 'Enter a coupon']);
  });

  test('beside a coupon that cannot be combined stands no price that it does not come off', async () => {
    const own = ownPricesOf({ level: gold, offers: [], least: [] });
    await show({ own });
    expect(words()).toContain('Gold');
    await press('Enter a coupon');
    await enter('WELCOME10');
    await vi.waitFor(() => expect(words()).toContain('Coupon WELCOME10'));
    expect(words()).not.toContain('Gold');
  });

  test('an order too small for a coupon is told its minimum, and keeps the code', async () => {
    await show({ quantity: 9 });
    await press('Enter a coupon');
    await enter('MINE');
    await vi.waitFor(() => expect(words()).toContain('Coupon MINE'));
    answer = 300_105;
    await show({ quantity: 3 });
    await vi.waitFor(() => expect(words()).toContain('Only for orders of 12.50 USDT or more'));
    expect(document.querySelector('input')!.value).toBe('MINE');
  });

  test('a refused coupon is told at the field, and one that saves nothing stays unused', async () => {
    answer = 300_101;
    await show({ quantity: 3 });
    await press('Enter a coupon');
    await enter('OLD');
    await vi.waitFor(() => expect(words()).toContain('This coupon has expired'));
    expect(told).toBeNull();
    // It is not asked for again by itself: each time counts as a try.
    const asked = calls;
    await show({ quantity: 4 });
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect([calls, words()]).toEqual([asked, expect.stringContaining('This coupon has expired')]);
    answer = 500_003;
    await enter('OLDER');
    await vi.waitFor(() => expect(words()).toContain('Try again in 15 minutes'));
    answer = '0';
    await enter('MINE');
    await vi.waitFor(() => expect(words()).toContain('won’t be used'));
    await vi.waitFor(() => expect(told).toMatchObject({ code: 'MINE' }));
  });
});
