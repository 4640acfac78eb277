import { expect, test, type Page } from '@playwright/test';
import { payExactAmountsOn } from '../pages/payment-mode.ts';
import { join } from 'node:path';
import { settled } from '../pages/every-screen.ts';
import { takeScreen } from '../pages/take-screen.ts';
import { makePayer } from '../wallets/payer.ts';
import { TestWallet } from '../wallets/test-wallet.ts';

/** A connected wallet in the states that last long enough for a screenshot. */

const FOLDER = join(import.meta.dirname, '../../test-results/screens');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

payExactAmountsOn('TRON');

for (const network of ['TRON', 'ETH'] as const)
  test(`wallet on ${network}`, async ({ page }, { project }) => {
    const { width } = page.viewportSize()!;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const wallet = await TestWallet.install(page, network);
    const payer = await makePayer(page.request);
    const recharge = await payer.topUp(network, '50');
    await payer.signIn(page);

    async function look(name: string): Promise<void> {
      await settled(page);
      await takeScreen(page, join(FOLDER, project.name, 'wallets', `${network}-${name}.png`), name);
    }

    const pay = width > 768 ? '/pay' : '/mobile/h5Pay';
    await page.goto(`${pay}?order=${recharge.order_id}`);
    await press(page, 'Choose and connect');
    await look('found');
    wallet.isElsewhere = true;
    await press(page, 'Connect Harbour Wallet');
    await look('wrong-network');
    await press(page, 'Switch network');
    await page.getByTestId('allowance').waitFor();
    await look('connected');
    wallet.owner = 'rejects';
    await press(page, 'Authorize and pay');
    await page.getByRole('alert').waitFor();
    await look('rejected');
    wallet.owner = 'is away';
    await expect(page.getByRole('button', { name: 'Authorize and pay' })).toBeEnabled();
    await press(page, 'Authorize and pay');
    await expect(page.getByText('Authorization requested')).toBeVisible();
    await page.screenshot({
      path: join(FOLDER, project.name, 'wallets', `${network}-authorising.png`),
      fullPage: true,
    });
    if (width <= 768) {
      await page.goto(`/mobile/cashRegister?order=${recharge.order_id}`);
      await press(page, 'Choose a wallet app');
      await page.getByText('Show QR code').first().click();
    } else {
      await page.reload();
      await press(page, 'Show code and links');
    }
    await page.getByRole('figure').waitFor();
    await look('code-and-links');
  });
