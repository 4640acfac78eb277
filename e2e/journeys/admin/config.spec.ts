import { expect, test, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mailsTo, openAs, signInColleague, signInOwner } from '../../pages/people.ts';
import { restoreMethod } from '../../pages/payment-mode.ts';
import {
  removeAnnouncements,
  restoreBrand,
  restoreSettings,
  unblockWallets,
} from '../../pages/shop-as-begun.ts';
import { callApi } from '../../wallets/payer.ts';

/** The settings page. Visible changes are undone, because all journeys share a shop. */

const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const SECOND_WALLET = 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS';
const NAME = 'Portside';
const FESTIVAL = `Harbour festival ${randomUUID().slice(0, 6)}`;

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#fde68a"/></svg>';

/** The darkest shade of the brand's main colour. */
const DEEP_TEAL = [0x00, 0x27, 0x24];

/**
 * A picture's side and corner, and whether everything drawn on its ground is inside the circle that no device crops.
 */
const looksOf = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const picture = new Image();
    picture.src = ${JSON.stringify(address)};
    await picture.decode();
    const side = picture.naturalWidth;
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, side, side);
    const at = (x, y) => [...data.subarray(4 * (y * side + x), 4 * (y * side + x) + 4)];
    const corner = at(0, 0);
    let farthest = 0;
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1)
        if (String(at(x, y)) !== String(corner))
          farthest = Math.max(farthest, Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) / side);
    return { side, corner, isSafe: farthest > 0.3 && farthest <= 0.4 };
  })()`);

/** The installed app's icons have the sizes that devices ask for, and the maskable one is on the main colour. */
async function seeIcons(reader: Page): Promise<void> {
  const { icons } = await (await reader.request.get('/manifest.webmanifest')).json();
  expect(icons.map(({ sizes, purpose }: any) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  expect(await looksOf(reader, icons[0].src)).toMatchObject({ side: 192, corner: [0, 0, 0, 0] });
  const maskable = { side: 512, corner: [...DEEP_TEAL, 255], isSafe: true };
  expect(await looksOf(reader, icons[2].src)).toEqual(maskable);
}

for (const restore of [restoreBrand, restoreSettings, unblockWallets])
  test.afterAll(({ request }) => restore(request));
test.afterAll(({ request }) => restoreMethod(request, 'ETH'));
test.afterAll(({ request }) => removeAnnouncements(request, FESTIVAL));

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('the shop is renamed, and contradictory limits are refused', async ({ page, request }) => {
  await openAs(page, await signInOwner(request), '/admin/config');
  const name = page.getByLabel('Shop name', { exact: true });
  await expect(name).toHaveValue(NAME);
  await name.fill('Quay');
  await page.getByLabel('Minimum top-up').fill('60000');
  await save(page);
  await expect(page.getByText('The maximum is below the minimum')).toBeVisible();
  await page.getByLabel('Minimum top-up').fill('10');
  await save(page);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('You have unsaved changes')).toBeHidden();
  await page.reload();
  await expect(page).toHaveTitle(/Quay/);
  await expect(name).toHaveValue('Quay');
  await name.fill(NAME);
  await save(page);
  await expect(page.getByText('You have unsaved changes')).toBeHidden();
});

test('a network is switched off at once; switching it on needs a second admin', async ({
  page,
  browser,
  request,
}) => {
  const owner = await signInOwner(request);
  const colleague = await signInColleague(request);
  await openAs(page, owner, '/admin/config?tab=payment');
  const card = page.locator('section').filter({ hasText: 'Ethereum (ERC20)' });
  await card.getByRole('button', { name: 'Turn off now' }).click();
  await card.getByRole('alert').getByRole('button', { name: 'Turn off now' }).click();
  await expect(card.getByText('Turned off')).toBeVisible();
  const offered = async () => JSON.stringify(await callApi(request, 'GET', '/api/payment-methods/enabled'));
  expect(await offered()).not.toContain('"ETH"');

  await card.getByRole('button', { name: 'Turn on again' }).click();
  await card.getByLabel('Reason for turning top-ups on again').fill('the node is back');
  await card.getByRole('button', { name: 'Turn on again' }).click();
  const proposal = page.getByRole('article').filter({ hasText: 'the node is back' });
  await expect(proposal).toBeVisible();
  await expect(proposal.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, colleague, '/admin/config?tab=payment');
  const same = theirs.getByRole('article').filter({ hasText: 'the node is back' });
  await same.getByRole('button', { name: 'Approve' }).click();
  await same.getByRole('alert').getByRole('button', { name: 'Approve' }).click();
  await expect(same).toHaveCount(0);
  await expect.poll(offered).toContain('"ETH"');
});

test('wallets are allowed and blocked, and a sanctions list is imported', async ({ page, request }) => {
  await openAs(page, await signInOwner(request), '/admin/config?tab=allowed');
  await page.getByLabel('Wallet', { exact: true }).fill('not an address');
  await page.getByLabel('Cap').fill('20000');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await expect(page.getByText('This is not an address on that network')).toBeVisible();
  await page.getByLabel('Wallet', { exact: true }).fill(WALLET);
  await page.getByRole('button', { name: 'Add wallet' }).click();
  const allowed = page.getByRole('row').filter({ hasText: WALLET });
  await expect(allowed).toContainText('20,000.00');
  await allowed.getByRole('button', { name: 'Remove' }).click();
  await allowed.getByRole('alert').getByRole('button', { name: 'Remove' }).click();
  await expect(allowed).toHaveCount(0);

  await page.getByRole('tab', { name: 'Blocked wallets' }).click();
  await page.getByRole('button', { name: 'Block a wallet' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Wallet').fill(SECOND_WALLET);
  await form.getByLabel('Note').fill('reported by a buyer');
  await form.getByRole('button', { name: 'Block a wallet' }).click();
  const blocked = page.getByRole('row').filter({ hasText: SECOND_WALLET });
  await expect(blocked).toContainText('Own list');
  await blocked.getByRole('button', { name: /Unblock/ }).click();
  await blocked.getByRole('alert').getByRole('button', { name: 'Unblock' }).click();
  await expect(blocked).toHaveCount(0);

  await page.getByRole('button', { name: 'Import sanctions list' }).click();
  await form.getByLabel('Network').selectOption('ETH');
  await form.getByLabel('Addresses').fill('0xdAC17F958D2ee523a2206206994597C13D831ec7, made up');
  await form.getByLabel('Source and date of the list').fill('made up for a journey');
  await form.getByRole('button', { name: 'Replace list' }).click();
  await expect(page.getByText('Wallets on the list now: 1')).toBeVisible();
  await expect(page.getByText('ETH: never')).toHaveCount(0);
});

test('an announcement is written in two languages and shown at its position', async ({
  page,
  browser,
  request,
}) => {
  await openAs(page, await signInOwner(request), '/admin/config?tab=announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Sign-in page').check();
  await form.getByLabel('Home page').uncheck();
  await form.getByLabel('Title').fill(FESTIVAL);
  await form.getByRole('button', { name: 'Bold' }).click();
  await form.getByRole('textbox', { name: 'Text' }).pressSequentially('All mailboxes are cheaper.');
  await expect(form.getByRole('region', { name: 'Preview' }).locator('strong')).toBeVisible();
  await form.getByRole('tab', { name: 'Русский' }).click();
  await form.getByLabel('Title').fill('Праздник гавани');
  await form.getByText('Published').click();
  await form.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: FESTIVAL });
  await expect(row).toContainText('Live');
  await expect(row).toContainText('en, ru');

  const reader = await (await browser.newContext()).newPage();
  await reader.goto('/login');
  await expect(reader.getByRole('heading', { name: FESTIVAL })).toBeVisible();
  await reader.getByRole('button', { name: 'Read more' }).click();
  await expect(reader.getByText('All mailboxes are cheaper.')).toBeVisible();
  await reader.getByRole('button', { name: 'Dismiss announcement' }).click();
  await expect(reader.getByRole('heading', { name: FESTIVAL })).toHaveCount(0);
  const answered = reader.waitForResponse((response) => response.url().includes('/announcements/position/'));
  await reader.reload();
  expect(await (await answered).text()).toContain(FESTIVAL);
  await expect(reader.getByRole('heading', { name: FESTIVAL })).toHaveCount(0);

  await row.click();
  await form.getByRole('button', { name: 'Delete' }).click();
  await form.getByRole('alert').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a test mail arrives', async ({ page, request }) => {
  const to = `operator-${randomUUID().slice(0, 8)}@example.test`;
  await openAs(page, await signInOwner(request), '/admin/config?tab=mail');
  await page.getByLabel('Send to').fill(to);
  await page.getByRole('button', { name: 'Send test e-mail' }).click();
  await expect(page.getByText(`Accepted by the mail server for ${to}`)).toBeVisible();
  expect(await mailsTo(request, to)).toHaveLength(1);
});

test('a brand is drafted, previewed, published, seen in another language, and undone', async ({
  page,
  browser,
  request,
}) => {
  await openAs(page, await signInOwner(request), '/admin/config?tab=brand');
  await page.getByRole('tab', { name: 'English' }).click();
  await page.getByLabel('Shop name, by language', { exact: true }).fill('Quay & Co.');
  await page.getByLabel('Home page headline').fill('Accounts by the crate');
  await page.getByLabel('Legal name').fill('Quay Ltd.');
  await page.getByRole('tab', { name: 'Русский' }).click();
  await page.getByLabel('Shop name, by language', { exact: true }).fill('Причал');
  await page.getByLabel('Home page headline').fill('Аккаунты ящиками');
  await page.getByLabel('Main color', { exact: true }).fill('#FFD400');
  await expect(page.getByText('because yours has 1.4:1').first()).toBeVisible();
  await page.getByLabel('Main color', { exact: true }).fill('#0f766e');
  // Readable without adjustment, except as text on dark pages.
  await expect(page.getByText('because yours has')).toHaveCount(1);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) });
  await expect(page.getByRole('button', { name: 'Use built-in logo' })).toBeVisible();

  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Preview of the draft.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Accounts by the crate' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Accounts by the crate' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
  // The pages that show most of it: a product's, and the phone shop window.
  await page.getByRole('button', { name: 'Visitors on phones' }).click();
  const phone = page.getByRole('dialog', { name: 'Visitors on phones' });
  await expect(phone.getByText('Accounts by the crate')).toBeVisible();
  await expect(phone.getByText('In stock now')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(phone).toBeHidden();
  await page.getByRole('link', { name: 'Product page' }).click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByText('Quay Ltd.')).toBeVisible();
  const reader = await (await browser.newContext({ locale: 'ru-RU' })).newPage();
  await reader.goto('/client/main');
  await expect(reader).toHaveTitle('Аккаунты оптом с\u00a0мгновенной выдачей · Portside');

  await page.getByRole('button', { name: 'End preview' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Visitors see the brand published on')).toBeVisible();
  await expect(page).toHaveTitle(/Quay & Co\.$/);

  // Before any script runs: name, headline, colours, logo.
  const html = await (
    await reader.request.get('/client/main', { headers: { 'accept-language': 'ru' } })
  ).text();
  expect(html).toContain('<title>Аккаунты ящиками · Причал</title>');
  expect(html).toMatch(/data-brand="headline">Аккаунты ящиками</);
  expect(html).toContain('--mantine-color-marine-7:#0f766e');
  expect(html).toMatch(/<img src="\/api\/brand\/images\/[0-9a-f-]{36}" width="30"/);
  await seeIcons(reader);
  await reader.reload();
  await expect(reader).toHaveTitle('Аккаунты ящиками · Причал');
  await expect(reader.getByRole('heading', { name: 'Аккаунты ящиками' })).toBeVisible();
  await expect(reader.getByText('Quay Ltd.')).toBeVisible();
  await expect(reader.locator('header img')).toHaveJSProperty('naturalWidth', 512);

  await page.getByRole('button', { name: 'Undo last publishing' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Undo last publishing' }).click();
  await expect(page).toHaveTitle(/Portside$/);
  await reader.reload();
  await expect(reader).toHaveTitle('Аккаунты оптом с\u00a0мгновенной выдачей · Portside');
  await expect(reader.getByText('Почтовые ящики, игровые аккаунты')).toBeVisible();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByRole('button', { name: 'Discard draft' })).toHaveCount(0);
});

/** White margins would make it small; only what is drawn is kept. */
const WORDMARK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect x="100" y="160" width="400" height="80" fill="#0f766e"/></svg>';
const HERO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#fff"/></svg>';

test('a wordmark and a picture of the home page are chosen, published and seen in both themes', async ({
  page,
  browser,
  request,
}) => {
  await openAs(page, await signInOwner(request), '/admin/config?tab=brand');
  const choose = async (name: string, svg: string) => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Choose image: ${name}` }).click();
    await (await chosen).setFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  };
  await choose('Home page picture', WORDMARK);
  await expect(page.getByText('The picture is too small')).toBeVisible();
  await choose('Home page picture', HERO);
  await expect(page.getByRole('button', { name: 'Remove: Home page picture' })).toBeVisible();
  await choose('Wordmark on light pages', WORDMARK);
  await expect(page.getByRole('button', { name: 'Remove: Wordmark on light pages' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  const reader = await (await browser.newContext({ colorScheme: 'light' })).newPage();
  const html = await (await reader.request.get('/client/main')).text();
  expect(html).toMatch(/data-on="light"><img data-wide="" src="[^"]+" width="150" height="30"/);
  expect(html).toMatch(/<img data-hero="" src="[^"]+" alt="">/);
  await reader.goto('/client/main');
  const header = reader.getByRole('banner');
  const wordmark = header.getByRole('img', { name: NAME });
  await expect(wordmark).toHaveJSProperty('naturalHeight', 120);
  await expect(wordmark).toHaveJSProperty('naturalWidth', 600);
  await expect(header.getByText(NAME)).toBeHidden();
  // White as the picture is, the words on it are read.
  await expect(reader.locator('img[data-hero]')).toHaveCSS('filter', 'brightness(0.42)');
  const narrow = { viewport: { width: 390, height: 800 }, colorScheme: 'light' } as const;
  const phone = await (await browser.newContext(narrow)).newPage();
  await phone.goto('/');
  await expect(phone.getByRole('img', { name: NAME })).toBeVisible();
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await reader.emulateMedia({ colorScheme: 'dark' });
  await reader.goto('/client/main');
  await expect(header.getByText(NAME)).toBeVisible();
  await expect(wordmark).toBeHidden();

  await page.getByRole('button', { name: 'Undo last publishing' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Undo last publishing' }).click();
  await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
});
