import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { chooseNetwork } from '../../pages/shop.ts';
import { mailsTo, newBuyer, openAs, type Person } from '../../pages/people.ts';
import { restoreMethod, activeMethod, setMethod } from '../../pages/payment-mode.ts';
import { callApi, sendUsdt } from '../../wallets/payer.ts';
import { depositFactoryAbi, depositFactoryBytecode } from '@portside/checkout';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A network's addresses change: buyers who had one are told once, on whatever device. */

const NETWORK = 'BNB Smart Chain (BEP20)';
const title = `Your ${NETWORK} address has changed`;

test.afterAll(({ request }) => restoreMethod(request, 'BSC'));

const openAddress = async (request: APIRequestContext, { token }: Person): Promise<string> =>
  (await callApi(request, 'POST', '/api/deposit-addresses', { data: { type: 'BSC' }, token })).address;

const ends = (address: string): string => `${address.slice(0, 6)}…${address.slice(-6)}`;

async function openOn(browser: Browser, person: Person, area: 'client' | 'mobile'): Promise<Page> {
  const viewport = area === 'mobile' ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const page = await (await browser.newContext({ viewport })).newPage();
  await openAs(page, person, `/${area}/amount-recharge`);
  await expect(page.getByRole('heading', { name: `Your address on ${NETWORK}` })).toBeVisible();
  return page;
}

test('a buyer is told once that their address has changed, and the old one still counts', async ({
  request,
  browser,
}) => {
  const [ann, bea] = [await newBuyer(request), await newBuyer(request)];
  const old = await openAddress(request, ann);
  const former = await changeFactory(request, 'BSC', await deployFactory(request, 'BSC'));
  // Among those of what was credited.
  const told = async () =>
    (await mailsTo(request, ann.email)).filter(({ subject }) => subject.includes('address'));
  await expect.poll(told, { timeout: 100_000 }).toHaveLength(1);
  const [mail] = await told();
  expect(mail!.subject).toContain('your BNB Smart Chain address has changed');
  expect(`${mail!.text} ${mail!.html}`).not.toMatch(/0x|https?:|href/);

  // The cheapest network is chosen, so its new address is on the page.
  const desk = await openOn(browser, ann, 'client');
  const notice = desk.getByRole('region', { name: title });
  const fresh = await desk.getByTestId('own-address').innerText();
  expect(fresh).not.toBe(old);
  await expect(notice).toContainText(ends(old));
  await expect(notice).toContainText(ends(fresh));
  await sendUsdt(request, 'BSC', old, '20');
  await expect(desk.getByRole('article').filter({ hasText: '+20.00' })).toContainText(
    'has been added to your balance',
    { timeout: 100_000 },
  );

  const phone = await openOn(browser, ann, 'mobile');
  await expect(phone.getByRole('region', { name: title })).toBeVisible();
  await notice.getByRole('button', { name: 'Got it' }).click();
  await expect(notice).toBeHidden();
  await phone.reload();
  await expect(phone.getByTestId('own-address')).toHaveText(fresh);
  await expect(phone.getByRole('region', { name: title })).toBeHidden();
  const other = await openOn(browser, bea, 'client');
  await expect(other.getByRole('region', { name: title })).toBeHidden();
  expect(await mailsTo(request, bea.email)).toEqual([]);

  await changeFactory(request, 'BSC', former);
  await expect.poll(told, { timeout: 100_000 }).toHaveLength(2);
  await chooseNetwork(desk, /TRON/);
  await desk.reload();
  await expect(notice).toContainText('An address you used before is in use again.');
  await expect(notice).toContainText(ends(old));
});

test('the form begins with the cheapest network, and later with the one used last', async ({
  browser,
  request,
}) => {
  const ann = await newBuyer(request);
  const page = await openOn(browser, ann, 'client');
  await expect(page.getByRole('radio', { name: /BNB Smart Chain/ })).toBeChecked();
  const names = await page
    .getByRole('radio', { name: /TRON|Ethereum|Smart Chain|Polygon|Arbitrum/ })
    .evaluateAll((radios) =>
      radios.map((radio) => radio.closest('label')!.querySelector('strong')!.innerText),
    );
  expect(names).toEqual([NETWORK, 'Polygon PoS', 'Arbitrum One', 'TRON (TRC20)', 'Ethereum (ERC20)']);
  await chooseNetwork(page, /TRON/);
  await page.getByRole('button', { name: '50 USDT', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to payment', exact: true }).click();
  await expect(page.getByTestId('pay-amount')).toHaveText('50.00 USDT');
  await page.goto('/client/amount-recharge?amount=12.5');
  await expect(page.getByRole('radio', { name: /TRON/ })).toBeChecked();
  const amount = page.getByRole('group', { name: 'Or choose an amount first' }).getByLabel('Amount in USDT');
  await expect(amount).toHaveValue('12.5');
});

/** Deploys a factory for the network's wallet on a local EVM chain, without the shop; returns its address. */
async function deployFactory(request: APIRequestContext, network: 'BSC'): Promise<Hex> {
  const key = readFileSync(join(process.env['E2E_DATA_DIR']!, 'chains/sandbox-wallet.key'), 'utf8').trim();
  const { chains } = await callApi(request, 'GET', '/api/sandbox');
  const { chain_id: id, rpc_url: url } = chains.find(({ type }: { type: string }) => type === network);
  const chain = {
    id,
    name: network,
    nativeCurrency: { name: 'coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  };
  const method = await activeMethod(request, network);
  const client = { chain, transport: http(url) };
  const wallet = createWalletClient({ ...client, account: privateKeyToAccount(key as Hex) });
  const hash = await wallet.deployContract({
    abi: depositFactoryAbi,
    bytecode: depositFactoryBytecode,
    args: [method.wallet_address as Hex],
  });
  const receipt = await createPublicClient(client).waitForTransactionReceipt({ hash });
  return receipt.contractAddress!;
}

/** Two owners give the network that factory; returns the previous one. */
async function changeFactory(request: APIRequestContext, network: 'BSC', factory: string): Promise<string> {
  const before = await activeMethod(request, network);
  await setMethod(request, network, { ...before, mode: 'own_addresses', factory_address: factory });
  const { factory_address: now } = await activeMethod(request, network);
  expect(now?.toLowerCase()).toBe(factory.toLowerCase());
  return before.factory_address!;
}
