import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/test/free-port.ts';
import { Taps, topUpAndReturn } from '../../pages/first-purchase.ts';
import { waitForAfterPaint } from '../../pages/kept-by-browser.ts';
import { createProduct } from '../../pages/new-product.ts';
import { newBuyer, signIn, signInOwner } from '../../pages/people.ts';
import { deleteReplacedFiles, installNext, listBuilt, PRESENT, startRelease } from '../../pages/release.ts';
import { callApi } from '../../wallets/payer.ts';

/* A deploy while a page is open: two builds, one after the other on the same data and address. */

// A shop of its own, which others do not need to go on.
// oxlint-disable-next-line no-empty-pattern -- Playwright takes no other first parameter
test.use({ baseURL: async ({}, use) => use(`http://127.0.0.1:${await freePort()}`) });
// Two builds, and three starts of a shop.
test.setTimeout(480_000);

let dataDir: string;
let next: string;
let stop = async (): Promise<void> => {};
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portside-deploy-'));
  next = mkdtempSync(join(tmpdir(), 'portside-release-'));
});
test.afterAll(async () => {
  await stop();
  for (const folder of [dataDir, next]) rmSync(folder, { recursive: true, force: true });
});

const NEW_TEXT = 'Terms of this shop';

/** Replaces the process, as a deploy does; what `between` does happens while none is running. */
async function replaceBy(folder: string, port: number, between?: () => Promise<void>): Promise<void> {
  await stop();
  stop = async () => {};
  await between?.();
  stop = await startRelease(folder, { port, dataDir });
}

/** Names of the built files that the page asks for from now on, and how often it is loaded. */
function watch(page: Page) {
  const seen = { asked: new Map<string, number>(), loads: 0 };
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/assets/')) seen.asked.set(pathname.slice('/assets/'.length), answer.status());
  });
  page.on('load', () => (seen.loads += 1));
  return seen;
}

/** Above the form of a top-up. */
async function announce(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  const texts = { title: { en: 'Maintenance on Sunday' }, body: { en: '<p>For an hour.</p>' } };
  const data = { position: 'recharge', state: 'published', ...texts };
  await callApi(request, 'POST', '/api/announcements', { token, data });
}

test('an open page goes on through a deploy, and is loaded again by itself when its build is gone', async ({
  page,
  request,
  baseURL,
}) => {
  const port = Number(new URL(baseURL!).port);
  await installNext(next, 'apps/web/src/locales/en/shell.ts', ['Terms of service', NEW_TEXT]);
  stop = await startRelease(PRESENT, { port, dataDir });
  await announce(request);
  const product = await createProduct(request, { names: { en: 'Plain mailbox' }, price: '1' });
  await product.importLines(
    Array.from({ length: 50 }, (_, index) => `deploy-${index}@example.test----secret`),
  );
  await signIn(page, await newBuyer(request));
  await page.goto(`/product/${product.id}`);
  await waitForAfterPaint(page);
  const quantity = page.getByLabel('Quantity', { exact: true });
  const email = page.getByLabel('E-mail for delivery');
  await quantity.fill('40');
  await email.fill('else@example.test');
  const onPage = watch(page);

  await replaceBy(next, port);
  // By pages whose code the open page does not have yet.
  await topUpAndReturn(page, new Taps());
  await expect(quantity).toHaveValue('40');
  await expect(email).toHaveValue('else@example.test');
  await page.getByRole('navigation').getByRole('link', { name: 'Top up', exact: true }).click();
  const amount = page.getByRole('textbox', { name: 'Amount in USDT' }).first();
  await amount.fill('37.5');
  const more = page.getByRole('button', { name: 'Read more' });
  await expect(more).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms of service' })).toBeVisible();
  expect(onPage.loads).toBe(0);
  const built = listBuilt(next);
  const ofBefore = [...onPage.asked].filter(([name]) => !built.has(name));
  expect(ofBefore.length).toBeGreaterThan(5);
  expect(ofBefore.filter(([, status]) => status !== 200)).toEqual([]);

  await replaceBy(next, port, async () => {
    expect(await deleteReplacedFiles(dataDir)).toBeGreaterThan(50);
  });
  // A part of the open page that had not been needed before.
  await more.click();
  await expect(page.getByRole('link', { name: NEW_TEXT })).toBeVisible();
  await expect(amount).toHaveValue('37.5');
  await more.click();
  await expect(page.getByText('For an hour.')).toBeVisible();
  await page.goBack();
  await expect(quantity).toHaveValue('40');
  await page.getByRole('button', { name: 'Place order now' }).click();
  await expect(page.getByTestId('order-no')).toBeVisible();
  await expect(page.getByText('else@example.test')).toBeVisible();
  expect([...onPage.asked.values()].filter((status) => status === 404).length).toBeGreaterThan(0);
  expect(onPage.loads).toBe(1);
});
