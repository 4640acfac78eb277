import { expect, test, type Page } from '@playwright/test';
import { areaOf, ENGLISH, makeBuyer, signInAs } from '../../pages/buyer.ts';
import { callApi } from '../../wallets/payer.ts';

/** A clipboard that is open only while a tap is handled, as Safari's; what was copied is in `copied`. */
const TAP_CLIPBOARD = `
  let inTap = false;
  for (const name of ['pointerup', 'click', 'keydown'])
    addEventListener(name, () => { inTap = true; setTimeout(() => { inTap = false; }); }, true);
  globalThis.copied = [];
  const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  const read = async (item) => (await (await item).getType('text/plain')).text();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {
    writeText: (text) => (inTap ? (copied.push(text), Promise.resolve()) : refuse()),
    write: (items) => (inTap && !globalThis.takesNoPromise
      ? Promise.all(items.map(read)).then((texts) => void copied.push(...texts)) : refuse()),
  } });
  document.execCommand = () => false;`;

/** A browser inside another app: links to blobs do nothing. */
const SWALLOW = `
  HTMLAnchorElement.prototype.click = function click() {};
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a[download]');
    if (link) event.preventDefault();
  }, true);`;

const SHARE = `
  globalThis.shared = [];
  navigator.canShare = ({ files }) => Boolean(files);
  navigator.share = async ({ files }) => { for (const file of files) shared.push([file.name, await file.text()]); };`;

async function openOrder(page: Page): Promise<string> {
  const buyer = await makeBuyer(page.request);
  await signInAs(page, buyer, ENGLISH);
  await page.goto(`${areaOf(page)}/purchase-record?order=${buyer.orderNo}`);
  await page.getByRole('button', { name: 'Copy all' }).waitFor();
  const { token } = buyer.signIn;
  const { items } = await callApi(page.request, 'GET', `/api/orders/${buyer.orderNo}/accounts`, { token });
  return items.map(({ text }: { text: string }) => text).join('\n');
}

test('accounts are copied within the tap, or shown selected where the browser refuses', async ({ page }) => {
  await page.addInitScript({ content: TAP_CLIPBOARD });
  const text = await openOrder(page);
  const copy = page.getByRole('button', { name: 'Copy all' });
  await copy.click();
  await expect.poll(() => page.evaluate('copied')).toEqual([text]);
  await page.evaluate('globalThis.takesNoPromise = true');
  // Its name is that it has copied, for a moment.
  await copy.click();
  const offer = page.getByRole('dialog', { name: 'Copy the text' });
  await expect(offer.getByRole('textbox')).toHaveValue(text);
  await offer.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => page.evaluate('copied')).toEqual([text, text]);
});

test('a file is shared; where nothing can be shared or saved, its text is on the page', async ({ page }) => {
  await page.addInitScript({ content: SWALLOW });
  await page.addInitScript({ content: SHARE });
  const text = await openOrder(page);
  const txt = page.getByRole('button', { name: 'Download TXT' });
  await txt.click();
  await expect.poll(() => page.evaluate('shared')).toEqual([[expect.stringMatching(/\.txt$/), `${text}\n`]]);
  await page.evaluate('delete navigator.canShare; delete navigator.share');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const offer = page.getByRole('dialog').filter({ hasText: '.csv' });
  await expect(offer.getByRole('link', { name: 'Download' })).toHaveAttribute('download', /\.csv$/);
  await expect(offer.getByRole('textbox')).toHaveValue(new RegExp(text.split('----')[0]!));
});
