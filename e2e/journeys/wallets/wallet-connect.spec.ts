import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { restoreSettings } from '../../pages/shop-as-begun.ts';
import { callApi, makePayer } from '../../wallets/payer.ts';

/** WalletConnect without its relay: absent without a project id, and a clear message if the relay does not answer. */

test.afterAll(({ request }) => restoreSettings(request));

const PROJECT_ID = '0123456789abcdef0123456789abcdef';
const RELAY = 'wss://relay.walletconnect.org';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const policyOf = async (request: APIRequestContext) =>
  (await request.get('/pay')).headers()['content-security-policy'];

async function openDesk(page: Page) {
  const payer = await makePayer(page.request);
  await payer.signIn(page);
  const recharge = await payer.topUp('ETH', '15');
  await page.goto(`/pay?order=${recharge.order_id}`);
  await press(page, 'Choose and connect');
  await expect(page.getByText('Please install the wallet first')).toBeVisible();
}

test('without a project id WalletConnect is not offered, not loaded, and not allowed by the content policy', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openDesk(page);
  await expect(page.getByRole('button', { name: 'Connect WalletConnect' })).toHaveCount(0);
  expect(asked.filter((url) => !url.startsWith(`${baseURL}/`) && !url.startsWith('data:'))).toEqual([]);
  expect(asked.filter((url) => /wallet-connect|index\.es/.test(url))).toEqual([]);
  expect(await policyOf(page.request)).toContain("connect-src 'self';");
});

test('with a project id WalletConnect is loaded when chosen, and reports a relay that does not answer', async ({
  page,
  baseURL,
}) => {
  const { sign_ins: signIns } = await callApi(page.request, 'GET', '/api/sandbox');
  const { username, password } = signIns.find(({ role }: { role: string }) => role === 'owner');
  const { token } = await callApi(page.request, 'POST', '/api/auth/login', { data: { username, password } });
  const data = { walletconnect_project_id: PROJECT_ID };
  await callApi(page.request, 'PUT', '/api/settings', { data, token });
  await expect.poll(() => policyOf(page.request), { timeout: 100_000 }).toContain(RELAY);
  const calls: string[] = [];
  await page.routeWebSocket(/walletconnect/, (socket) => {
    calls.push(socket.url());
    void socket.close();
  });
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  await openDesk(page);
  const library = () => asked.filter((url) => /wallet-connect|index\.es/.test(url));
  expect(library()).toEqual([]);
  await press(page, 'Connect WalletConnect');
  await expect(page.getByText('Connecting to the WalletConnect relay')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The WalletConnect relay can’t be reached', {
    timeout: 100_000,
  });
  expect(library()).toHaveLength(2);
  expect(calls[0]).toContain(RELAY);
  expect(calls[0]).toContain(PROJECT_ID);
  expect(asked.filter((url) => !url.startsWith(`${baseURL}/`) && !url.startsWith('data:'))).toEqual([]);
  expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  // A retry is possible, and the page contacts the relay no more once it has given up.
  await expect(page.getByRole('button', { name: 'Connect WalletConnect' })).toBeEnabled();
});
