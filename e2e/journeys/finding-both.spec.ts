import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { areaOf, ENGLISH, isWide, prefer, signInAs } from '../pages/buyer.ts';
import { newBuyer } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

/** Opens the list; a visitor on a phone signs in first. */
async function openList(page: Page, request: APIRequestContext): Promise<Locator> {
  await prefer(page, ENGLISH);
  if (!isWide(page)) {
    const { username, password } = await newBuyer(request);
    const signIn = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
    await signInAs(page, { signIn }, ENGLISH);
  }
  await page.goto(`${areaOf(page)}/purchase-account`);
  const rows = page.getByRole('list', { name: 'Available products' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  return rows;
}

test('products are found by words with typing errors, by filters and by order, all kept in the address', async ({
  page,
  request,
}) => {
  const rows = await openList(page, request);
  // Not the rows: each may hold a list of its prices.
  const countShown = () => rows.locator('h2').count();
  const all = await countShown();
  // Counted anew each time: other journeys sell and add products meanwhile.
  const expectAll = () =>
    untilRight(page, async () => (await countShown()) === countRows(await readGoods(request)));
  await page.getByPlaceholder('Search products').fill('mialbox');
  await expect(page).toHaveURL(/q=mialbox/);
  await expect(rows.first()).toContainText(/mailbox/i);
  await expect.poll(countShown).toBeLessThan(all);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expectAll();

  await page.getByLabel('Sort by').selectOption('Price: high to low');
  await expect(page).toHaveURL(/sort=-price/);
  await page.getByRole('button', { name: 'Filters' }).click();
  const narrow = async () => {
    await page.getByLabel('Price to (USDT)').fill('2');
    await expect(page).toHaveURL(/price_to=2/);
    await page.getByLabel('Gender').selectOption('Male');
    await expect(page).toHaveURL(/variant=male/);
  };
  const expectNarrowed = () =>
    expectOnly(page, request, rows, (one) => lowest(one) <= 2 && one.genders.includes('male'));
  await narrow();
  await page.reload();
  await expect(page.getByLabel('Price to (USDT)')).toHaveValue('2');
  await expectNarrowed();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\?sort=-price$/);
  await expectAll();
  await narrow();
  await expectNarrowed();
});

type Goods = {
  readonly id: string;
  readonly name: string;
  readonly category: { readonly name: string; readonly parent: { readonly name: string } | null };
  readonly family: { readonly id: string } | null;
  readonly price: string;
  readonly price_tiers: readonly { readonly price: string }[];
  readonly min_quantity: number;
  readonly stock: number;
  readonly stock_by_gender: { readonly female: number };
  readonly genders: readonly string[];
  readonly warranty_hours: number;
  readonly sold: number;
  readonly created_at: string;
};

/** The price at any quantity, as the list shows it. */
const lowest = ({ price, price_tiers }: Goods): number =>
  Math.min(...[price, ...price_tiers.map((tier) => tier.price)].map(Number));
const isInStock = ({ stock, min_quantity }: Goods): boolean => stock >= Math.max(1, min_quantity);

async function readGoods(request: APIRequestContext): Promise<readonly Goods[]> {
  const items: Goods[] = [];
  let after = '';
  do {
    const page = await callApi(request, 'GET', `/api/goods${after}`);
    items.push(...page.items);
    after = page.next_cursor === null ? '' : `?cursor=${encodeURIComponent(page.next_cursor)}`;
  } while (after !== '');
  return items;
}

/** An open list need not hear of every product that another journey makes: then the page is loaded again. */
async function untilRight(page: Page, isRight: () => Promise<boolean>): Promise<void> {
  const reloadAt = performance.now() + 5_000;
  const look = async () => {
    if (await isRight()) return true;
    if (performance.now() > reloadAt) await page.reload();
    return false;
  };
  await expect.poll(look).toBe(true);
}

/** A family is one row. */
const countRows = (goods: readonly Goods[]): number =>
  new Set(goods.map(({ id, family }) => (family ? `family ${family.id}` : id))).size;

/** Identifies the rows' products, because names repeat. */
const idsIn = (rows: Locator): Promise<string[]> =>
  rows
    .locator('h2 a[href^="/product/"]')
    .evaluateAll((links) => links.map((link) => /\d+/.exec(link.getAttribute('href'))![0]));

/** Exactly these, of some but not all: read anew each time, as other journeys change the products meanwhile. */
async function expectOnly(
  page: Page,
  request: APIRequestContext,
  rows: Locator,
  isWanted: (one: Goods) => boolean,
): Promise<void> {
  const isRight = async () => {
    const now = await readGoods(request);
    const found = now.filter(isWanted);
    // A family of which several are found is one row, which is no product's.
    const isAlone = ({ id, family }: Goods): boolean =>
      !found.some((other) => other.id !== id && other.family !== null && other.family.id === family?.id);
    const wanted = found.filter(isAlone).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(now.length);
    return new Set(wanted).symmetricDifference(new Set(await idsIn(rows))).size === 0;
  };
  await untilRight(page, isRight);
}

test('each filter leaves exactly the products that it asks for', async ({ page, request }) => {
  const goods = await readGoods(request);
  const rows = await openList(page, request);
  const expectShown = (isWanted: (one: Goods) => boolean) => expectOnly(page, request, rows, isWanted);
  const categories = page.getByRole('group', { name: 'Account type' });
  const { name } = goods[0]!.category;
  await categories.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/category=\d/);
  await expectShown(({ category }) => [category.name, category.parent?.name].includes(name));
  await categories.getByRole('button').first().click();

  await page.getByLabel('In stock only').click();
  await expectShown(isInStock);
  await page.getByLabel('In stock only').click();

  await page.getByRole('button', { name: 'Filters' }).click();
  const prices = goods.map(lowest).toSorted((a, b) => a - b);
  const middle = prices[Math.floor(prices.length / 2)]!;
  await page.getByLabel('Price from (USDT)').fill(String(middle));
  await expectShown((one) => lowest(one) >= middle);
  await page.getByRole('button', { name: 'Clear filters' }).click();

  const hours = Math.max(...goods.map((one) => one.warranty_hours));
  await page.getByLabel('Warranty').selectOption(`${hours} h or more`);
  await expectShown((one) => one.warranty_hours >= hours);
  await page.getByLabel('Warranty').selectOption('Any');

  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('In stock only').click();
  await expectShown(
    (one) => one.genders.includes('female') && one.stock_by_gender.female >= Math.max(1, one.min_quantity),
  );
  // How many there are of it, on a phone too.
  await expect(rows.first().getByText(/^Female \d/)).toBeVisible();
});

/** What must not grow from product to product. */
const ORDERS: Readonly<Record<string, (one: Goods) => number>> = {
  Newest: (one) => Date.parse(one.created_at),
  'Price: low to high': (one) => -lowest(one),
  'Price: high to low': lowest,
  'Most in stock': (one) => one.stock,
  'Best selling': (one) => one.sold,
};

test('the list follows every order, with what is sold out last', async ({ page, request }) => {
  const rows = await openList(page, request);
  for (const [label, rank] of Object.entries(ORDERS)) {
    await page.getByLabel('Sort by').selectOption(label);
    const isInOrder = async () => {
      // A family is one row, which is no product's.
      const goods = (await readGoods(request)).filter(({ family }) => family === null);
      const shown = (await idsIn(rows)).flatMap((id) => goods.find((one) => one.id === id) ?? []);
      const ranks = shown.map((one) => (isInStock(one) ? rank(one) : rank(one) - 1e15));
      return ranks.length === goods.length && String(ranks) === String(ranks.toSorted((a, b) => b - a));
    };
    await untilRight(page, isInOrder);
  }
});
