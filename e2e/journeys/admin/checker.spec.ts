import { expect, test } from '@playwright/test';
import { createHash, randomUUID } from 'node:crypto';
import { createProduct } from '../../pages/new-product.ts';
import { actAs, newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';

/** Of which the sandbox's checker says that they work: of a hundred others it finds some dead or unknown. */
function makeGoodLines(tag: string, count: number): string[] {
  const lines: string[] = [];
  for (let at = 0; lines.length < count; at += 1) {
    const line = `buoy-${tag}-${at}@box.example----secret`;
    if (createHash('sha256').update(line).digest().readUInt16BE() % 100 >= 13) lines.push(line);
  }
  return lines;
}

test('the operator sets a checker; an import is checked by a sample, and a dead account is replaced by itself', async ({
  page,
  browser,
  request,
}) => {
  const tag = randomUUID().slice(0, 6);
  const name = `Buoymail ${tag}`;
  const product = { names: { en: name }, price: '1.5', columns: ['login', 'password'], warranty_hours: 24 };
  const { id, importLines } = await createProduct(request, { ...product, separator: '----' });
  // Bought before anybody checks it.
  await importLines([`dead-${tag}@box.example----secret`]);
  const buyer = await newBuyer(request);
  await payTopUp(request, buyer.token, '20');
  const ordered = { token: buyer.token, data: { goods_id: id, quantity: 1 } };
  const { order_no: orderNo } = await callApi(request, 'POST', '/api/orders', ordered);
  const owner = await signInOwner(request);
  const readChecker = () => callApi(request, 'GET', '/api/admin/checker', owner);
  // Of the whole shop, as is the checker: an earlier try of this journey has left its own.
  const { checker: earlier, figures: before } = await readChecker();
  await actAs(page, owner);

  await test.step('the sandbox has a checker of its own, whose address is filled in', async () => {
    await page.goto('/admin/config?tab=checker');
    await expect(page.getByLabel('Address')).toHaveValue(/\/api\/sandbox\/checker$/);
    await page.getByRole('combobox', { name: 'Products' }).fill(tag);
    await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Replace automatically', { exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    if (earlier === null) {
      const secret = page.getByRole('dialog', { name: 'Signing secret' });
      await expect(secret.locator('code')).toHaveText(/^whsec_/);
      await secret.getByRole('button', { name: 'I have saved it' }).click();
    } else await expect(page.getByText('Checker saved')).toBeVisible();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText(/^It answers: /)).toBeVisible();
  });

  await test.step('an import goes on sale without what its sample finds dead', async () => {
    await importLines([...makeGoodLines(tag, 5), `dead-too-${tag}@box.example----secret`]);
    await page.goto('/admin/goods?tab=stock');
    await page.getByRole('row').filter({ hasText: name }).first().click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Sample: 5 working, 1 dead, 0 unknown')).toBeVisible();
    const { items } = await callApi(request, 'GET', `/api/goods?q=${encodeURIComponent(name)}`);
    expect(items).toMatchObject([{ stock: 5 }]);
  });

  await test.step('the buyer claims the dead account, and has another within seconds', async () => {
    const theirs = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await openAs(theirs, buyer, `/client/purchase-record?order=${orderNo}`);
    const order = theirs.getByRole('dialog');
    await order.getByRole('button', { name: 'Report a problem' }).click();
    await order.getByRole('group').getByRole('checkbox').last().check();
    await order.getByLabel('What happens when you sign in?').fill('The account is locked');
    await order.getByRole('button', { name: 'Send claim for 1 account' }).click();
    const claim = order.getByRole('list', { name: 'Warranty claims' }).getByRole('listitem');
    await expect(claim).toContainText('Replaced');
    const { items } = await callApi(request, 'GET', `/api/orders/${orderNo}/accounts`, buyer);
    expect(items.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringMatching(new RegExp(`^buoy-${tag}`)),
    );
  });

  await test.step('the figures say what was found, and what was settled', async () => {
    const { figures: now } = await readChecker();
    const more = (name: string) => now[name] - before[name];
    // Dead are one of the sample and the one that was claimed.
    expect(['good', 'dead', 'unknown', 'remedied'].map(more)).toEqual([5, 2, 0, 1]);
    await page.goto('/admin/config?tab=checker');
    const figure = (label: string) =>
      page.getByText(label, { exact: true }).first().locator('xpath=following-sibling::*[1]');
    await expect(figure('Working')).toHaveText(now.good.toLocaleString('en'));
    await expect(figure('Settled automatically')).toHaveText(now.remedied.toLocaleString('en'));
  });
});
