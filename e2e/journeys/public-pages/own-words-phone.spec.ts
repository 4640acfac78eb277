import { expect, test } from '@playwright/test';
import { firstProduct } from '../../pages/first-purchase.ts';
import { newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { restoreBrand, restoreSettings } from '../../pages/shop-as-begun.ts';
import { callApi } from '../../wallets/payer.ts';

test.afterAll(({ request }) => restoreBrand(request));
test.afterAll(({ request }) => restoreSettings(request));

test('what operators say of themselves is on every page of a phone', async ({ page, request }) => {
  const { token } = await signInOwner(request);
  const texts = {
    name: { en: 'A wholesale shop whose name is as long as one can be at most' },
    headline: { en: 'Accounts by the crate' },
    lede: { en: 'Sorted on the quay every morning.' },
    footer: { en: 'Open on weekdays.' },
    contact: { en: 'Ring +00 12 34' },
    legal_name: { en: 'Quay Ltd., harbour register 7' },
  };
  const saved = await callApi(request, 'PUT', '/api/admin/brand/draft', { token, data: texts });
  const { updated_at } = saved.draft;
  await callApi(request, 'POST', '/api/admin/brand/publish', { token, data: { updated_at } });
  const product = await firstProduct(request);
  const seeFooter = async () => {
    for (const line of [texts.footer.en, texts.contact.en, texts.legal_name.en])
      await expect(page.getByText(line)).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  };
  await page.goto('/');
  await expect(page.getByRole('heading', { name: texts.headline.en })).toBeVisible();
  await expect(page.getByText(texts.lede.en).filter({ visible: true }).first()).toBeVisible();
  await seeFooter();
  for (const address of [`/product/${product.slug}`, '/docs/terms', '/h5Pay', '/nowhere', '/report']) {
    await page.goto(address);
    await seeFooter();
  }
  await openAs(page, await newBuyer(request), '/mobile/index');
  await expect(page.getByRole('heading', { name: texts.headline.en })).toBeVisible();
  await expect(page.getByText(texts.lede.en).filter({ visible: true }).first()).toBeVisible();
  for (const address of ['/mobile/index', '/mobile/purchase-account', '/mobile/amount-recharge']) {
    await page.goto(address);
    await seeFooter();
  }
});
