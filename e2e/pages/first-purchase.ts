import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi } from '../wallets/payer.ts';
import { newBuyer, signInOwner } from './people.ts';
import { showNetworks } from './shop.ts';

/** Counts what a buyer does with their fingers. */
export class Taps {
  taps = 0;
  fields = 0;

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps += 1;
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.fields += 1;
  }
}

/**
 * Counts every press of the pointer on a page and on those that follow, and every choice in a list as one. Before the
 * page is opened.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => void (presses += 1));
  await page.addInitScript(`
    addEventListener('pointerdown', () => countPress(), true);
    addEventListener('change', ({ target }) => target.matches('select') && countPress(), true);
  `);
  return () => presses;
}

type Offered = {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly price: string;
};

/** The first product in stock, as the shop lists it. */
export async function firstProduct(request: APIRequestContext): Promise<Offered> {
  const { items } = await callApi(request, 'GET', '/api/goods?in_stock=true');
  return items[0] as Offered;
}

/** Creates an agent of this name; returns the promotion code. */
export async function inviteAs(request: APIRequestContext, platformName: string): Promise<string> {
  const { token } = await signInOwner(request);
  const { username } = await newBuyer(request);
  const data = { username, platform_name: platformName, telegram: '@north_pier', commission_percent: '10' };
  const agent = await callApi(request, 'POST', '/api/agents', { token, data });
  return agent.promotion_code as string;
}

/** Fills in the sign-up form and sends it. */
export async function signUp(page: Page, hand: Taps, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await hand.fill(page.getByLabel('Username'), name);
  await hand.fill(page.getByLabel('E-mail'), `${name}@example.test`);
  await hand.fill(page.getByLabel('Password', { exact: true }), 'harbour-9');
  await hand.fill(page.getByLabel('Confirm password'), 'harbour-9');
  await hand.tap(page.getByRole('checkbox'));
  await hand.tap(page.getByRole('button', { name: 'Sign up', exact: true }));
}

/** As a visitor, opens the first product for so many accounts and signs up to order them; returns the product. */
export async function signUpToOrder(page: Page, hand: Taps, quantity: number): Promise<Offered> {
  const product = await firstProduct(page.request);
  await page.goto(`/product/${product.slug}?quantity=${quantity}`);
  await page.getByRole('link', { name: 'Sign up and order' }).click();
  await signUp(page, hand, `buyer-${randomUUID().slice(0, 8)}`);
  return product;
}

/** Tops up through the order form's link, and returns by the one button after the credit. */
export async function topUpAndReturn(page: Page, hand: Taps): Promise<void> {
  await hand.tap(page.getByRole('link', { name: /^Top up \d/ }));
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('You need at least');
  // On a phone its wallets come first if the buyer has a deposit address.
  const toPayment = page.getByRole('button', { name: /^(Continue to payment|Pay with a wallet)$/ });
  await hand.tap(toPayment);
  // The form has a sandbox wallet too, which sends another amount.
  await expect(toPayment).toBeHidden();
  await hand.tap(page.getByRole('button', { name: 'Send test USDT' }));
  await expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });
  await hand.tap(page.getByRole('link', { name: 'Back to your order' }));
}

/**
 * Tops up by paying to the buyer's own address on TRON without requesting a top-up, and returns by the one button
 * beside the credited payment.
 */
export async function payOwnAddressAndReturn(page: Page, hand: Taps): Promise<void> {
  await hand.tap(page.getByRole('link', { name: /^Top up \d/ }));
  await expect(page.getByRole('complementary', { name: 'Your order' })).toBeVisible();
  await showNetworks(page);
  const tron = page.getByRole('radio', { name: /TRON/ });
  await expect(tron).toBeEnabled();
  // The styled option covers the input, and the page's header covers both once scrolled.
  await tron.press('Space');
  await expect(page.getByTestId('own-address')).toBeVisible();
  await hand.tap(page.getByRole('button', { name: 'Send test USDT' }));
  await expect(page.getByText('has been added to your balance', { exact: false })).toBeVisible({
    timeout: 100_000,
  });
  await hand.tap(page.getByRole('link', { name: 'Back to your order' }));
}
