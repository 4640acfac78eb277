import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { newBuyer, openAs, textsOf } from '../pages/people.ts';

/** Words that are the same in every language: names, sums, addresses, the format of a line, and who bought how much. */
const IS_NAME =
  /^(Portside|English|EN|Português|API|TRON( \(TRC20\))?|Ethereum( \(ERC20\))?|BNB Smart Chain \(BEP20\)|Polygon PoS|Arbitrum One|T\w{33}|0x\w{40}|(USDT )?([\d.,]+ )?USDT|.*----.*|account:password|Files .*|[\w.+-]+@[\w.-]+|buyer-\w+|\d+ × .*|Cirravault [\d.]+ [GT]B)$/;

/** The texts of the catalogue, which operators write in as many languages as they like. */
async function textsOfCatalogue(request: APIRequestContext): Promise<Set<string>> {
  const texts = new Set<string>();
  const take = async (path: string): Promise<string | null> => {
    const answer = await request.get(path, { headers: { 'accept-language': 'en' } });
    const { data } = await answer.json();
    JSON.stringify(data, (_, value) => {
      if (typeof value === 'string') texts.add(value);
      // How the lines of a product are written.
      if (value?.columns) texts.add(value.columns.join(value.separator));
      return value;
    });
    return data.next_cursor ?? null;
  };
  await take('/api/categories');
  for (let next = await take('/api/goods'); next !== null;)
    next = await take(`/api/goods?cursor=${encodeURIComponent(next)}`);
  return texts;
}

async function choose(page: Page, name: string, code: string): Promise<void> {
  await page
    .locator('header')
    .getByRole('button', { name: /^(EN|RU|PT|中),/ })
    .click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', code);
}

for (const address of ['/client/main', '/client/purchase-account', '/client/amount-recharge', '/docs/terms'])
  test(`there is no English text on ${address}`, async ({ page, request }) => {
    await openAs(page, await newBuyer(request), address);
    await page.locator('h1').first().waitFor();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    const written = await textsOfCatalogue(request);
    const english = new Set(
      (await textsOf(page)).filter(
        (text) => /[a-z]{3}/i.test(text) && !IS_NAME.test(text) && !written.has(text),
      ),
    );
    expect(english.size).toBeGreaterThan(5);
    for (const [name, code] of [
      ['Русский', 'ru'],
      ['Português', 'pt'],
      ['简体中文', 'zh-cn'],
    ] as const) {
      await choose(page, name, code);
      const left = async () => (await textsOf(page)).filter((text) => english.has(text));
      await expect.poll(left, code).toEqual([]);
    }
  });

test('the chosen language is kept: reload, title, refusals, another visit', async ({ page, context }) => {
  await page.goto('/login');
  await choose(page, 'Русский', 'ru');
  await expect(page).toHaveTitle(/^Войти/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.getByLabel('Имя пользователя').fill('nobody');
  await page.getByLabel('Пароль', { exact: true }).fill('nothing-9');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByText('Неверное имя пользователя или пароль')).toBeVisible();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('portside')!).state.language);
  expect(kept).toBe('ru');
  const another = await context.newPage();
  await another.goto('/client/main');
  await expect(another.locator('html')).toHaveAttribute('lang', 'ru');
});

test('without a choice the browser’s language is used, or English if it is not available', async ({
  browser,
  baseURL,
}) => {
  for (const [locale, code] of [
    ['pt-BR', 'pt'],
    ['zh-CN', 'zh-cn'],
    ['ru-RU', 'ru'],
    ['fr-FR', 'en'],
  ] as const) {
    const context = await browser.newContext({ locale, baseURL: baseURL! });
    const page = await context.newPage();
    await page.goto('/docs/terms');
    await expect(page.locator('html'), locale).toHaveAttribute('lang', code);
    await context.close();
  }
});
