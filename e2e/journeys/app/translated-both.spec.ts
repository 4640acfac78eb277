import { expect, test, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { areaOf, ENGLISH, makeBuyer, prefer, signInAs, type Buyer } from '../../pages/buyer.ts';
import { everyScreen } from '../../pages/every-screen.ts';
import { createProduct } from '../../pages/new-product.ts';
import { callApi } from '../../wallets/payer.ts';

/** Pages in a browser that translates them: values go on changing, and what must stay as it is stays. */

const PRICES = [
  [1, '0.4'],
  [10, '0.31'],
  [100, '0.27'],
] as const;

let buyer: Buyer;
test.beforeAll(async ({ request }) => void (buyer = await makeBuyer(request)));

const priceAt = (quantity: number): number => Number(PRICES.findLast(([from]) => quantity >= from)![1]);

/** Waits until the summary says what the API will charge. */
async function expectTotal(page: Page, quantity: number): Promise<void> {
  const price = priceAt(quantity);
  await expect(page.getByTestId('order-total')).toHaveText(`${(price * quantity).toFixed(2)} USDT`);
  await expect(page.locator('aside dl dd').first()).toContainText(`${price.toFixed(2)} USDT`);
}

const choose = (page: Page, quantity: number) => page.locator('[inputmode="numeric"]').fill(String(quantity));

test('totals follow the quantity, and accounts, numbers and sums are as the API has them', async ({
  page,
  request,
}) => {
  const [first, ...tiers] = PRICES;
  const { id, importLines } = await createProduct(request, {
    names: { en: 'Translated mailbox' },
    price: first[1],
    price_tiers: tiers.map(([min_quantity, price]) => ({ min_quantity, price })),
    columns: ['account', 'password'],
  });
  await importLines(
    Array.from(
      { length: 120 },
      (_, line) => `harbour.gull-${randomUUID()}@mail.example----YellowBiscuit-${line}`,
    ),
  );
  await translatePages(page);
  await signInAs(page, buyer, ENGLISH);
  for (const address of [`/product/${id}`, `${areaOf(page)}/purchase-account?goods=${id}`]) {
    await page.goto(address);
    await page.getByTestId('order-total').waitFor();
    await translated(page);
    for (const quantity of [5, 10, 100, 3]) {
      await choose(page, quantity);
      await expectTotal(page, quantity);
    }
  }
  await page.locator('[aria-describedby=order-obstacle]').click();
  const orderNo = await page.getByTestId('order-no').innerText();
  const token = buyer.signIn.token;
  const order = await callApi(request, 'GET', `/api/orders/${orderNo}`, { token });
  expect(order).toMatchObject({ quantity: 3, total_amount: '1.2' });
  const { items } = await callApi(request, 'GET', `/api/orders/${orderNo}/accounts`, { token });
  const values = items.flatMap(({ fields }: { fields: { value: string }[] }) =>
    fields.map(({ value }) => value),
  );
  expect(values).toHaveLength(6);
  for (const value of values) await expect(page.getByText(value, { exact: true })).toBeVisible();
  const raw = page.getByRole('radiogroup').locator('label').last();
  await raw.click();
  await expect(page.locator('pre')).toHaveText(items.map(({ text }: { text: string }) => text).join('\n'));

  await page.goto(`${areaOf(page)}/purchase-record`);
  await translated(page);
  const row = page.getByRole('row').filter({ has: page.getByText(orderNo, { exact: true }) });
  await expect(row).toContainText('1.20 USDT');
});

test('a chosen language takes all words of a translated page with it', async ({ page }) => {
  await translatePages(page);
  await prefer(page, ENGLISH);
  await page.goto(`/product/${buyer.goodsId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await translated(page);
  const words = async () =>
    (await page.locator('main').locator('label, dt, button, summary').allInnerTexts())
      .map((text) => text.replaceAll('¤', ''))
      .filter((text) => /[a-z]{4}/i.test(text) && !text.includes('USDT'));
  // With its form.
  await expect.poll(async () => new Set(await words()).size).toBeGreaterThan(4);
  const english = new Set(await words());
  await page.locator('header').getByRole('button', { name: /^EN,/ }).click();
  await page.getByRole('button', { name: 'Русский', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect.poll(async () => (await words()).filter((text) => english.has(text))).toEqual([]);
});

test('every page stays whole while it is translated and goes on working', async ({ page }) => {
  test.slow();
  const faults: string[] = [];
  page.on('pageerror', ({ name, message }) => faults.push(`${page.url()}: ${name} ${message}`));
  await translatePages(page);
  await signInAs(page, buyer, ENGLISH);
  for (const { name, open } of everyScreen.slice(0, -1)) {
    await open({ page, area: areaOf(page), buyer });
    await translated(page);
    await expect(page.getByText('C¤ouldn’t l¤oad t¤his c¤ontent'), name).toHaveCount(0);
  }
  expect(faults).toEqual([]);
});

/**
 * What a translating browser does: each text node goes, and its words come back within two <font> elements; so do those
 * of every node that comes later. Digits stay, and so does what is marked as not to be translated.
 */
const TRANSLATE = `
  const LEFT = 'script, style, textarea, input, select, svg, [translate="no"], .notranslate';
  const own = new WeakSet();
  const replace = (text) => {
    const { parentElement, data } = text;
    if (own.has(text) || parentElement === null || parentElement.closest(LEFT) || !/[\\p{L}\\d]/u.test(data)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = data.replace(/\\p{L}{3,}/gu, (word) => word[0] + '¤' + word.slice(1));
    own.add(inner.firstChild);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return replace(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    found.forEach(replace);
  };
  addEventListener('load', () => setTimeout(() => {
    walk(document.body);
    document.documentElement.dataset.translated = '';
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') replace(target);
        addedNodes.forEach(walk);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, 800));`;

/** Translates every page opened from now on, as a reader's browser would. */
async function translatePages(page: Page): Promise<void> {
  await page.addInitScript({ content: TRANSLATE });
}

/** Waits until the page is translated. */
const translated = (page: Page): Promise<void> => page.locator('html[data-translated]').waitFor();
