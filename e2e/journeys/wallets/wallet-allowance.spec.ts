import { expect, test } from '@playwright/test';
import { payExactAmountsOn } from '../../pages/payment-mode.ts';
import { restoreSettings } from '../../pages/shop-as-begun.ts';
import { callApi, makePayer, microOf, sendUsdt } from '../../wallets/payer.ts';
import { bytesOf, TestWallet } from '../../wallets/test-wallet.ts';

/** Whitelist mode: a larger allowance saves the next signature, is shown live, and is revoked by a click. */

payExactAmountsOn('TRON');
test.afterAll(({ request }) => restoreSettings(request));

for (const network of ['TRON', 'ETH'] as const)
  test(`on ${network}: approve more once, pay again with one signature, revoke the rest`, async ({
    page,
  }) => {
    test.slow();
    // A new wallet, because an allowance stays on the chain when a journey fails.
    const wallet = await TestWallet.install(page, network, 'empty');
    await sendUsdt(page.request, network, wallet.address, '100');
    const coins = { type: network, to: wallet.address };
    await callApi(page.request, 'POST', '/api/sandbox/coins', { data: coins });
    const { sign_ins: signIns } = await callApi(page.request, 'GET', '/api/sandbox');
    const { username, password } = signIns.find(({ role }: { role: string }) => role === 'owner');
    const owner = await callApi(page.request, 'POST', '/api/auth/login', { data: { username, password } });
    const listed = { type: network, address: bytesOf(wallet.address), cap: '200' };
    await callApi(page.request, 'PUT', '/api/settings', {
      data: { allowed_wallets: [listed] },
      token: owner.token,
    });

    const payer = await makePayer(page.request);
    await payer.signIn(page);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const credited = () =>
      expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });
    const openAndConnect = async () => {
      const recharge = await payer.topUp(network, '15');
      await page.goto(`/pay?order=${recharge.order_id}`);
      await press('Choose and connect');
      await press('Connect Harbour Wallet');
      await expect(page.getByTestId('allowance')).toBeVisible();
      return recharge;
    };

    const first = await openAndConnect();
    await page.getByText('Whitelist mode').click();
    const field = page.getByRole('textbox', { name: 'Authorization in USDT' });
    await expect(field).toHaveValue('200');
    await field.fill('200.000001');
    await expect(page.getByRole('button', { name: 'Authorize and pay' })).toBeDisabled();
    await field.fill('100');
    await press('Authorize and pay');
    await credited();
    wallet.expectSigned('approve', 'pay');
    expect(wallet.signed[0]!.args[1]).toBe(100_000_000n);

    const second = await openAndConnect();
    const left = 100_000_000n - microOf(first.pay_amount);
    await expect(page.getByTestId('allowance')).toContainText(`${left / 1_000_000n}.`);
    await press('Pay with the authorization');
    await credited();
    wallet.expectSigned('approve', 'pay', 'pay');
    expect((await payer.read(second.order_id)).status).toBe('successful');

    await openAndConnect();
    await press('Revoke');
    await expect(page.getByTestId('allowance')).toHaveText('0.00 USDT', { timeout: 100_000 });
    await expect(page.getByRole('button', { name: 'Revoke' })).toBeHidden();
    wallet.expectSigned('approve', 'pay', 'pay', 'approve');
    expect(wallet.signed[3]!.args[1]).toBe(0n);
  });
