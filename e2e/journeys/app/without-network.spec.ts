import { expect, test, type Page } from '@playwright/test';
import { listKept, waitForWorker, waitUntilKept } from '../../pages/kept-by-browser.ts';
import { newBuyer, signIn } from '../../pages/people.ts';

test.use({ serviceWorkers: 'allow' });

const ADDRESS = /\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b0x[0-9a-fA-F]{40}\b/;
const oldNote = (page: Page) => page.getByText(/Prices and stock are as of \d/);

/** Opens pages as somebody does who then loses the network. */
async function visit(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await waitForWorker(page);
  }
}

test('home, list and product open without a network, and say how old they are', async ({ page }) => {
  await visit(page, '/client/main', '/client/purchase-account');
  // Leaving earlier would abort the keeping.
  await waitUntilKept(page, '/kept/en/api/goods', '/kept/en/api/categories');
  const title = page.locator('main a[href^="/product/"]').first();
  const [name, product] = [await title.innerText(), (await title.getAttribute('href'))!];
  await visit(page, product);
  await waitUntilKept(page, `/kept/en/api/goods/${/\d+/.exec(product)![0]}`);
  await page.context().setOffline(true);

  await page.goto(product);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(oldNote(page)).toBeVisible();
  await page.goto('/client/purchase-account');
  await expect(page.locator('main').getByText(name).first()).toBeVisible();
  await expect(oldNote(page)).toBeVisible();
  await page.goto('/client/main');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(oldNote(page)).toBeVisible();

  // Back online, everything is asked for again by itself.
  const asked = page.waitForResponse(/\/api\/(categories|goods)/);
  await page.context().setOffline(false);
  await asked;
  await expect(oldNote(page)).toBeHidden();
});

test('orders and top-ups need the network: they say so, show no address, and come by themselves', async ({
  page,
  request,
}) => {
  await signIn(page, await newBuyer(request));
  await visit(page, '/client/purchase-record', '/client/amount-recharge');
  await page.context().setOffline(true);
  for (const path of ['/client/purchase-record', '/client/amount-recharge', '/pay?order=1']) {
    await page.goto(path);
    await expect(page.getByText(/will load when you’re back online/).first()).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(ADDRESS);
    expect(await page.getByRole('button', { name: /Continue to payment|Place order/ }).count()).toBe(0);
  }
  await page.goto('/client/amount-recharge');
  await expect(page.getByText(/will load when you’re back online/).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
});

test('nothing of a person is kept, nothing at all after signing out, and the next one sees nothing of the first', async ({
  page,
  request,
}) => {
  const [first, second] = [await newBuyer(request), await newBuyer(request)];
  await signIn(page, first);
  await visit(
    page,
    '/client/main',
    '/client/purchase-account',
    '/client/purchase-record',
    '/client/personal-information',
    '/client/customer-service',
    '/client/amount-recharge?amount=12.34',
  );
  const kept = await listKept(page);
  for (const secret of [first.username, first.email, first.token, '12.34'])
    expect(kept.filter(({ path, text }) => (path + text).includes(secret)).map(({ path }) => path)).toEqual(
      [],
    );
  expect(kept.map(({ path }) => path).filter((path) => path.includes('/api/'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/kept\/en\/api\/goods$/)]),
  );
  const allowed =
    /^\/(assets\/[\w.-]+|kept\/en\/api\/(goods|categories)(\/\d+)?|client\/[\w-]+|login|start\.js|)$/;
  expect(kept.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([]);

  await page.getByRole('button', { name: 'Profile menu' }).click();
  const told = page.waitForResponse('**/api/auth/logout');
  await page
    .getByRole('button', { name: 'Sign out' })
    .or(page.getByRole('menuitem', { name: 'Sign out' }))
    .click();
  await told;
  await expect.poll(() => page.evaluate('localStorage.portside ?? ""')).not.toContain(first.token);
  await expect
    .poll(async () => (await listKept(page)).filter(({ path }) => path.includes('personal')).length)
    .toBe(0);

  await signIn(page, second);
  await page.goto('/client/main');
  await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible();
  await waitForWorker(page);
  await page.context().setOffline(true);
  for (const path of ['/client/main', '/client/purchase-record', '/client/personal-information']) {
    await page.goto(path);
    await expect(page.getByText(/offline/i).first()).toBeVisible();
    const shown = await page.content();
    for (const secret of [first.username, first.email, first.token]) expect(shown).not.toContain(secret);
  }
});

test('signing out without a network forgets everything too', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  await visit(page, '/client/main');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page
    .getByRole('button', { name: 'Sign out' })
    .or(page.getByRole('menuitem', { name: 'Sign out' }))
    .click();
  await expect.poll(() => listKept(page)).toEqual([]);
});
