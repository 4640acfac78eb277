// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { CartLine, Goods, User } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { MOST_CART_LINES } from '@portside/contract/wire/limits';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { catalogue as shop } from '../../../locales/en/index.ts';
import { orders } from '../../../locales/en/orders.ts';
import { product } from '../../../locales/en/product.ts';
import { startIn } from '../../../locales/language.ts';
import { catalogue as service } from '../../../locales/en/service/index.ts';
import { Translator } from '../../../locales/translator.ts';
import { TranslatorContext } from '../../../locales/use-translation.ts';
import { connectToasts } from '../../../ui/messages/toasts.tsx';
import { allGoods } from '../../goods/goods-facts.ts';
import AddToCart from './add-to-cart.tsx';
import CartEntry, { CartLink } from './cart-link.tsx';
import { Cart } from './cart.tsx';
import { useCart, useFullCart, useVisitorLines, useVisitorsCart, withLine } from './use-cart.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const goodsOf = (id: string): Goods =>
  ({
    id,
    name: `Product ${id}`,
    slug: id,
    price: '2',
    price_tiers: [],
    min_quantity: 1,
    max_quantity: 50,
    stock_display: 'exact',
    genders: ['random'],
    stock: 10,
    stock_by_gender: { male: 0, female: 0, unspecified: 10 },
  }) as unknown as Goods;

const line = (goods_id: string, change: Partial<CartLine> = {}): CartLine => ({
  goods_id,
  quantity: 1,
  gender: 'random',
  unit_price: '2',
  ...change,
});

const translator = new Translator('en', { translation: { ...shop, orders, product }, service });
let page: HTMLElement;
let root: Root;
/** The account's cart, as the shop has it, and what was asked of the shop. */
let kept: CartLine[];
let asked: string[];
/** What the shop refuses with, by method and path. */
let refusals: Record<string, { code: number; faults?: object[] }>;
/** What was sent to the calls that quote and place a cart. */
let sent: {
  lines: { goods_id: string; quantity: number; coupon?: string; total_amount?: string }[];
  coupon?: string;
}[];
/** When a PUT, and the reading of prices, is answered. */
let [putsAnswered, pricesAnswered]: Promise<void>[] = [];
/** Products for everybody. */
let onSale: Goods[];

/** The coupon is for product 2 alone, of which an account costs one USDT less. */
const quotesOf = ({ lines }: (typeof sent)[0]) => ({
  lines: lines.map(({ goods_id: id, quantity }) => ({
    quote: {
      unit_price: '2',
      list_price: '2',
      discount: id === '2' ? String(quantity) : '0',
      total_amount: String(id === '2' ? quantity : 2 * quantity),
      why: { source: 'list', name: '', discount_percent: null, min_quantity: 1 },
      coupon: id === '2' ? 'applied' : null,
      until: null,
    },
    refusal: id === '3' ? errors.buyerLimitReached.code : null,
    coupon_refusal: id === '2' ? null : errors.couponNotForProduct.code,
  })),
  total_amount: '0',
});

function answer(url: string, { method, body }: RequestInit): unknown {
  if (url.startsWith('/api/prices/')) return { level: null, offers: [], least: [] };
  if (url === '/api/orders/batch/quotes') return quotesOf(JSON.parse(body as string) as (typeof sent)[0]);
  if (url.startsWith('/api/goods/mine')) return { items: [goodsOf('99')] };
  if (url.startsWith('/api/goods')) return { items: onSale, next_cursor: null };
  const [, what, id] = /^\/api\/(cart)\/?(?:lines\/?)?(\d*)/.exec(url) ?? [];
  if (what !== 'cart') return null;
  if (method === 'PUT')
    for (const one of (JSON.parse(body as string) as { lines: CartLine[] }).lines)
      kept = [...withLine(kept, { ...line('0'), ...one })];
  if (method === 'DELETE') kept = kept.filter(({ goods_id }) => goods_id !== id);
  return method === 'DELETE' ? null : { lines: kept };
}

beforeEach(() => {
  kept = [];
  asked = [];
  sent = [];
  refusals = {};
  putsAnswered = pricesAnswered = Promise.resolve();
  onSale = Array.from({ length: 60 }, (_, at) => goodsOf(String(at)));
  useFullCart.setState({ isUnsaid: false });
  updateStored({ token: null, user: null });
  useVisitorLines.setState({ lines: [] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`);
    if (url.startsWith('/api/orders/batch')) sent.push(JSON.parse(init.body as string) as (typeof sent)[0]);
    await (init.method === 'PUT' ? putsAnswered : url.startsWith('/api/prices/') && pricesAnswered);
    const refusal = refusals[`${init.method} ${url}`];
    if (refusal) return Response.json({ message: '', data: null, ...refusal });
    return Response.json({ code: 200, message: 'ok', data: answer(url, init) });
  });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

/** Without the page, which takes long to draw for a full cart. */
function Mover() {
  useVisitorsCart();
  const { setLine } = useCart();
  return ['3', '55'].map((id) => (
    <button key={id} aria-label={`Put ${id}`} onClick={() => void setLine(line(id, { quantity: 9 }))} />
  ));
}

function Page() {
  useVisitorsCart();
  return <Cart area="/client" allGoods={allGoods()} />;
}

const show = (content = <Page />) =>
  act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={createQueryClient()}>
          <TranslatorContext value={translator}>{content}</TranslatorContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
const words = (): string => page.textContent.replaceAll(/\s+/g, ' ');
const press = (label: string) =>
  act(async () => page.querySelector<HTMLElement>(`button[aria-label="${label}"]`)!.click());

test('a visitor’s cart stays in the browser, and leads to signing in', async () => {
  useVisitorLines.setState({ lines: [line('1', { unit_price: '3' }), line('2', { quantity: 3 })] });
  await show();
  await vi.waitFor(() => expect(words()).toContain('2.00 instead of 3.00 USDT'));
  expect(words()).toContain('Total8.00 USDT');
  await press('Increase quantity');
  const changed = { goods_id: '1', quantity: 2, unit_price: '2' };
  await vi.waitFor(() => expect(useVisitorLines.getState().lines[0]).toMatchObject(changed));
  await press('Remove Product 2');
  await vi.waitFor(() => expect(words()).toContain('Total4.00 USDT'));
  expect(page.querySelector('a[href="/login?redirect=/client/cart"]')).not.toBeNull();
  expect(asked.filter((one) => one.includes('/api/cart'))).toEqual([]);
});

test('signing in puts a visitor’s products into the cart of the account, which keeps its own', async () => {
  kept = [line('7')];
  useVisitorLines.setState({ lines: [line('1')] });
  updateStored({ token: 'a token' });
  await show();
  await vi.waitFor(() => expect(words()).toMatch(/Product 7.*Product 1/));
  expect(kept.map(({ goods_id }) => goods_id)).toEqual(['7', '1']);
  expect(useVisitorLines.getState().lines).toEqual([]);
  expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(1);
});

const visitors = () => useVisitorLines.getState().lines.map(({ goods_id }) => goods_id);
const puts = () => asked.filter((one) => one.startsWith('PUT'));

test('of a product in both carts the larger quantity stays', async () => {
  kept = [line('7', { quantity: 40 }), line('8', { quantity: 2 })];
  useVisitorLines.setState({ lines: [line('7'), line('8', { quantity: 5 })] });
  updateStored({ token: 'a token' });
  await show();
  await vi.waitFor(() => expect(visitors()).toEqual([]));
  expect(kept.map(({ quantity }) => quantity)).toEqual([40, 5]);
});

test.each<[keyof typeof errors, left: string[]]>([
  ['serverBusy', ['1']],
  ['notSignedIn', ['1']],
  ['tooManyTries', ['1']],
  ['invalidFormat', ['1']],
  ['notFound', []],
])('a visitor’s cart that is refused with %s, on the next page has %j', async (name, left) => {
  refusals['PUT /api/cart/lines'] = { code: errors[name].code };
  useVisitorLines.setState({ lines: [line('1')] });
  updateStored({ token: 'a token' });
  await show();
  await vi.waitFor(() => expect(puts()).toHaveLength(1));
  await act(async () => undefined);
  expect(visitors()).toEqual(left);
  act(() => root.unmount());
  root = createRoot(page);
  refusals = {};
  await show();
  await vi.waitFor(() => expect(visitors()).toEqual([]));
  expect(kept.map(({ goods_id }) => goods_id)).toEqual(left);
});

test('what would not fit into the account’s cart stays in the browser, and it is said', async () => {
  kept = Array.from({ length: MOST_CART_LINES }, (_, at) => line(String(at)));
  useVisitorLines.setState({ lines: [line('55')] });
  updateStored({ token: 'a token' });
  await show(<Mover />);
  await vi.waitFor(() => expect(useFullCart.getState().isUnsaid).toBe(true));
  expect([visitors(), puts()]).toEqual([['55'], []]);
});

test('a product too many is not taken, and it is said', async () => {
  useVisitorLines.setState({ lines: Array.from({ length: MOST_CART_LINES }, (_, at) => line(String(at))) });
  const said: string[] = [];
  connectToasts(({ message }) => void said.push(message));
  await show(
    <>
      <Mover />
      <CartLink count={MOST_CART_LINES} />
    </>,
  );
  await press('Put 3');
  expect(said).toEqual([]);
  await press('Put 55');
  expect(said).toEqual(['A cart holds 50 products. Buy or remove some to add more.']);
  expect(visitors()).toHaveLength(MOST_CART_LINES);
});

test.each([
  [true, '2'],
  [false, null],
])('with the reader’s own prices read: %s, a product is put there at %s', async (isPriced, seen) => {
  const goods = goodsOf('1');
  await show(<AddToCart area="/client" goods={goods} quantity={3} gender="random" isPriced={isPriced} />);
  await act(async () => page.querySelector('button')!.click());
  expect(useVisitorLines.getState().lines).toEqual([line('1', { quantity: 3, unit_price: seen })]);
});

test('pages that begin while a visitor’s cart is moved do not move it again', async () => {
  useVisitorLines.setState({ lines: [line('1')] });
  updateStored({ token: 'a token' });
  const { promise, resolve } = Promise.withResolvers<void>();
  putsAnswered = promise;
  await show(<Mover />);
  act(() => root.unmount());
  root = createRoot(page);
  await show(<Mover />);
  resolve();
  await vi.waitFor(() => expect(visitors()).toEqual([]));
  expect(puts()).toHaveLength(1);
});

test('products are read from the lists, in one call each, and a removed line reads none again', async () => {
  kept = [line('1'), line('2'), line('99'), line('77')];
  updateStored({ token: 'a token' });
  await show();
  await vi.waitFor(() => expect(words()).toMatch(/Product 1.*Product 2.*Product 99.*no longer/));
  await press('Remove Product 2');
  await vi.waitFor(() => expect(kept).toHaveLength(3));
  await act(async () => undefined);
  const reads = asked.filter((one) => one.includes('/api/goods'));
  expect(reads).toEqual(['GET /api/goods', 'GET /api/goods/mine']);
});

test('a lower price than was seen is told, and does not keep the cart from being bought', async () => {
  kept = [line('1', { unit_price: '3' })];
  updateStored({ token: 'a token' });
  const { promise, resolve } = Promise.withResolvers<void>();
  pricesAnswered = promise;
  await show();
  await vi.waitFor(() => expect(asked).toContain('GET /api/goods/mine'));
  // What is seen before would move.
  expect(page.querySelector('[data-waiting]')).not.toBeNull();
  resolve();
  await vi.waitFor(() => expect(words()).toContain('2.00 instead of 3.00 USDT'));
  expect(page.querySelector('[data-waiting]')).toBeNull();
  expect(words()).not.toContain('Accept');
});

test('several changes are accepted at once', async () => {
  kept = [line('1', { unit_price: '1' }), line('70'), line('2', { quantity: 11 }), line('3')];
  updateStored({ token: 'a token' });
  await show();
  await vi.waitFor(() => expect(words()).toMatch(/instead.*no longer.*Only 10 .*Total4.00 USDTWithout 2/));
  await pressNamed(service.cart.settleAll);
  await vi.waitFor(() => expect(kept.map(({ quantity }) => quantity)).toEqual([1, 1, 10, 1]));
});

const type = (text: string, where = 'li input') =>
  act(async () => {
    const field = page.querySelector<HTMLInputElement>(where)!;
    // React hears nothing of a value set on the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('a typed quantity is sent once, and before the purchase', async () => {
  kept = [line('1')];
  updateStored({ token: 'a token', user: buyer });
  await show();
  await vi.waitFor(() => expect(words()).toContain('Product 1'));
  refusals['POST /api/orders/batch'] = refusedFirst('stockTooLow');
  for (const text of ['', '5', '6']) await type(text);
  expect(words()).toContain('Total12.00 USDT');
  expect(puts()).toEqual([]);
  await pressNamed('Place 1 order');
  await vi.waitFor(() => expect(words()).toContain(product.notice.refusedTitle));
  const changes = asked.filter((one) => !one.startsWith('GET'));
  expect(changes).toEqual(['PUT /api/cart/lines', 'POST /api/orders/batch']);
  await type('4');
  expect(words()).not.toContain(product.notice.refusedTitle);
});

const buyer = { email: 'b@example.test', balance: '500' } as User;
const refusedFirst = (name: 'stockTooLow' | 'couponUsedUp') => {
  const { code } = errors[name];
  return { code, faults: [{ field: 'lines.0', fault: 'refused', code }] };
};

async function enterCoupon(code: string): Promise<void> {
  await pressNamed(service.prices.coupon.add);
  await type(code, 'form input');
  await act(async () => page.querySelector('form')!.requestSubmit());
}

const pressNamed = (name: string) =>
  act(async () =>
    [...page.querySelectorAll('button')].find((one) => one.textContent.includes(name))!.click(),
  );

test('one coupon is for the lines it fits; the others say why not, and the purchase names it', async () => {
  kept = [line('1', { quantity: 2 }), line('2', { quantity: 3 })];
  updateStored({ token: 'a token', user: buyer });
  await show();
  await vi.waitFor(() => expect(words()).toContain('Total10.00 USDT'));
  await enterCoupon('TEN');
  await vi.waitFor(() => expect(words()).toContain('Total7.00 USDT'));
  expect(words()).toMatch(/Product 1.*not for this product.*Product 2.*Coupon TEN\s?−3.00 USDT/);
  refusals['POST /api/orders/batch'] = refusedFirst('couponUsedUp');
  await pressNamed('Place 2 orders');
  await vi.waitFor(() => expect(words()).toContain(product.notice.refusedTitle));
  expect(sent.find(({ coupon }) => coupon === undefined)?.lines).toEqual([
    { goods_id: '2', quantity: 3, gender: 'random', unit_price: '2', coupon: 'TEN', total_amount: '3' },
    { goods_id: '1', quantity: 2, gender: 'random', unit_price: '2' },
  ]);
  // Of a coupon no product is taken out; the shop is asked again.
  expect(words()).not.toContain(service.cart.remove + 'Product');
  await vi.waitFor(() => expect(sent.filter(({ coupon }) => coupon)).toHaveLength(2));
  await pressNamed(service.prices.coupon.remove);
  await vi.waitFor(() => expect(words()).toContain('Total10.00 USDT'));
});

test('a refused coupon says why, and costs nothing but that; a line beyond a limit is marked', async () => {
  kept = [line('2'), line('3')];
  updateStored({ token: 'a token', user: buyer });
  await show();
  await vi.waitFor(() => expect(words()).toContain('Total4.00 USDT'));
  const faults = [{ field: 'coupon', fault: 'small', limit: 25 }];
  refusals['POST /api/orders/batch/quotes'] = { code: errors.couponBelowMinimum.code, faults };
  await enterCoupon('OLD');
  await vi.waitFor(() => expect(words()).toContain('for orders of 25.00 USDT or more'));
  expect(words()).toContain('Total4.00 USDT');
  expect(sent).toHaveLength(1);
  refusals = {};
  await type('TEN', 'form input');
  await act(async () => page.querySelector('form')!.requestSubmit());
  await vi.waitFor(() => expect(words()).toContain(service.cart.settle));
  expect(words()).toMatch(/Product 3.*Remove.*Coupon TEN/);
});

test('the header leads to the cart, and says how much is in it', async () => {
  await startIn('en');
  await show(<CartEntry />);
  await vi.waitFor(() => expect(page.querySelector('a')?.textContent).toBe('Cart'));
  await act(async () => useVisitorLines.setState({ lines: [line('1'), line('2')] }));
  await vi.waitFor(() => expect(page.querySelector('a')?.textContent).toBe('Cart, 2 products2'));
});

test('changes of an account’s cart are sent in their order, and shown at once', async () => {
  kept = [line('1'), line('2')];
  updateStored({ token: 'a token' });
  await show();
  await vi.waitFor(() => expect(words()).toContain('Product 2'));
  await press('Increase quantity');
  await press('Increase quantity');
  await press('Remove Product 2');
  await vi.waitFor(() => expect(kept).toEqual([line('1', { quantity: 3 })]));
  expect(words()).not.toContain('Product 2');
});
