import { expect, test } from '@playwright/test';
import { callApi } from '../../wallets/payer.ts';

/** The reference is somebody else's element, so these hold what it may do on the shop's pages. */

for (const [width, colorScheme] of [
  [1440, 'dark'],
  [390, 'light'],
] as const)
  test(`at ${width}, the footer leads to the guide, and the reference calls nothing but the shop`, async ({
    browser,
    request,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error' && !line.text().includes('401')) faults.push(line.text());
    });
    const origins = new Set<string>();
    page.on('request', (call) => {
      const { origin, protocol } = new URL(call.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
    await page.goto('/docs/terms');
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API for programs');
    await page.getByRole('link', { name: /^Reference/ }).click();
    const reference = page.locator('openapi-explorer');
    await expect(reference.getByText('Never read them as floating-point numbers')).toBeVisible();
    expect(await reference.textContent()).not.toContain('back office');

    await page.goto('/docs/api/reference#?route=get-/api/users/balance');
    const execute = reference.getByRole('button', { name: /execute/i }).first();
    const called = () => page.waitForResponse((one) => one.url().includes('/api/users/balance'));
    const [refused] = await Promise.all([called(), execute.click()]);
    expect(refused.status()).toBe(401);

    const name = `api-${width}-${Date.now() % 1e8}`;
    const data = { username: name, email: `${name}@example.test`, password: 'harbour-9', agree: true };
    const { token } = (await callApi(request, 'POST', '/api/auth/register', { data })) as { token: string };
    await page.goto('/docs/api/reference#?route=auth');
    await reference.locator('input[name=api-key]').fill(token);
    await reference.locator('input[name=api-key] + button').click();
    await page.evaluate('void (location.hash = "#?route=get-/api/users/balance")');
    const [given] = await Promise.all([called(), execute.click()]);
    expect(given.status()).toBe(200);
    await expect(reference.getByText('"balance"').first()).toBeVisible();
    const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([faults, isWider, [...origins]]).toEqual([[], false, [new URL(page.url()).origin]]);
    await context.close();
  });
