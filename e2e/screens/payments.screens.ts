import { LANGUAGES } from '@portside/contract/wire/languages';
import { expect, test, type Page } from '@playwright/test';
import { join } from 'node:path';
import { areaOf, isWide, makeBuyer, signInAs, type Buyer } from '../pages/buyer.ts';
import { chooseNetwork } from '../pages/shop.ts';
import { cutWordsOf, takeScreen } from '../pages/take-screen.ts';
import { settled } from '../pages/every-screen.ts';
import { signInOwner } from '../pages/people.ts';
import { callApi, sendUsdt } from '../wallets/payer.ts';

/** Payments while they arrive, and WalletConnect's code, behind a relay of this machine that accepts everything. */

const FOLDER = join(import.meta.dirname, '../../test-results/screens');
const CHOOSE = {
  en: 'Choose and connect',
  'zh-cn': '选择并连接',
  pt: 'Escolher e conectar',
  ru: 'Выбрать и подключить',
};

let buyer: Buyer;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
});

async function look(page: Page, folder: string, name: string): Promise<void> {
  await takeScreen(page, join(FOLDER, folder, `${name}.png`), name);
  expect.soft(await cutWordsOf(page), `${name} shows its words whole`).toEqual([]);
}

for (const language of LANGUAGES)
  test(`arriving payment ${language}`, async ({ page, request }, { project }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInAs(page, buyer, { language, theme: 'auto' });
    await page.goto(`${areaOf(page)}/amount-recharge`);
    await chooseNetwork(page, /TRON/);
    const address = await page.getByTestId('own-address').innerText();
    await sendUsdt(request, 'TRON', address, '19');
    const arriving = page.getByRole('article').filter({ has: page.getByRole('progressbar') });
    await expect(arriving.first()).toBeVisible({ timeout: 100_000 });
    await look(page, join(project.name, language), 'payment-arriving');
    await expect(arriving.first().locator('progress[value="100"]')).toBeVisible({ timeout: 100_000 });
    await settled(page);
    await look(page, join(project.name, language), 'payment-arrived');
  });

/** Accepts what a page asks its relay for, so that the code to scan appears; no wallet ever answers. */
const answerRelay = (page: Page): Promise<void> =>
  page.routeWebSocket(/walletconnect/, (socket) =>
    socket.onMessage((message) => {
      const { id, method } = JSON.parse(String(message));
      const result = String(method).endsWith('ubscribe') ? 'f0'.repeat(32) : true;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }),
  );

test.describe('WalletConnect', () => {
  const offer = async (request: Parameters<typeof signInOwner>[0], id: string): Promise<void> => {
    const { token } = await signInOwner(request);
    await callApi(request, 'PUT', '/api/settings', { data: { walletconnect_project_id: id }, token });
  };
  test.beforeAll(({ request }) => offer(request, '0123456789abcdef'.repeat(2)));
  test.afterAll(({ request }) => offer(request, ''));

  for (const language of LANGUAGES)
    test(`pairing code ${language}`, async ({ page, request }, { project }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await answerRelay(page);
      await signInAs(page, buyer, { language, theme: 'auto' });
      const { token } = buyer.signIn;
      const data = { type: 'ETH', amount: '15' };
      const recharge = await callApi(request, 'POST', '/api/recharges', { data, token });
      await expect
        .poll(async () => (await request.get('/pay')).headers()['content-security-policy'], {
          timeout: 100_000,
        })
        .toContain('wss://relay.walletconnect.org');
      await page.goto(`${isWide(page) ? '/pay' : '/mobile/h5Pay'}?order=${recharge.order_id}`);
      await page.getByRole('button', { name: CHOOSE[language], exact: true }).click();
      await page.getByRole('button', { name: /WalletConnect/ }).click();
      await page.locator('a[href*="wc%3A"]').first().waitFor({ state: 'attached' });
      await settled(page);
      await look(page, join(project.name, language), 'walletconnect-code');
      await callApi(request, 'POST', `/api/recharges/${recharge.order_id}/cancel`, { token });
    });
});
