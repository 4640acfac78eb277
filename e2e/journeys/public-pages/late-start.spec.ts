import { expect, test, type Page } from '@playwright/test';

/** Where the pages' scripts do not run, a word says so; and a network that holds scripts back leaves ours alone. */

const note = (page: Page) => page.locator('[data-late]');

/** As a content network that puts scripts off: those that are not marked get another type, and their loader is lost. */
async function holdScriptsBack(page: Page, isMarkKept: boolean): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const answer = await route.fetch();
    const html = await answer.text();
    const body = html.replaceAll(/<script\b(?![^>]*data-cfasync="false")/g, '<script type="text/held-back"');
    const held = isMarkKept ? body : body.replaceAll(/<script\b/g, '<script type="text/held-back" data-x');
    await route.fulfill({ response: answer, body: held });
  });
}

for (const address of ['/', '/docs/terms', '/login', '/client/customer-service'])
  test(`${address} opens where other scripts are held back`, async ({ page }) => {
    await holdScriptsBack(page, true);
    const answer = await page.goto(address);
    expect(answer!.headers()['cache-control']).toBe('no-cache, no-transform');
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    await expect(note(page)).toHaveCount(0);
  });

test('where nothing starts, the page says so after a while, in its language', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  await holdScriptsBack(page, false);
  await page.goto('/login');
  await expect(note(page)).toBeHidden();
  await expect(note(page)).toBeVisible({ timeout: 30_000 });
  await expect(note(page)).toHaveText(/Não iniciou/, { useInnerText: true });
  await context.close();
});

test('without scripts, and in a browser that is too old, it says so at once', async ({ browser, page }) => {
  const context = await browser.newContext({ locale: 'ru-RU', javaScriptEnabled: false });
  const silent = await context.newPage();
  await silent.goto('/client/main');
  await expect(note(silent)).toBeVisible({ timeout: 5_000 });
  await expect(note(silent)).toContainText('Не запустилось');
  await context.close();
  // Nor does its code run there.
  await page.addInitScript({ content: 'delete String.prototype.isWellFormed;' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/client/main');
  await expect(note(page)).toBeVisible({ timeout: 5_000 });
});
