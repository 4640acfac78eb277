import { expect, test, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi } from '../wallets/payer.ts';
import { areaOf, isWide } from './buyer.ts';
import { firstProduct, signUp, Taps, topUpAndReturn } from './first-purchase.ts';
import { newBuyer, signIn, type Person } from './people.ts';

/** An order in preparation survives whatever comes between, on desktops and phones. */

const quantityOf = (page: Page) => page.getByLabel('Quantity', { exact: true });
const emailOf = (page: Page) => page.getByLabel('E-mail for delivery');
const noteOf = (page: Page) => page.getByRole('complementary', { name: 'Your order' });

async function fillSignIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const signUpFromHeader = (): void =>
  test('signing up from the header comes back to a shared product, with what was typed there', async ({
    page,
    request,
  }) => {
    const product = await firstProduct(request);
    await page.goto(`/product/${product.slug}?quantity=3`);
    await expect(quantityOf(page)).toHaveValue('3');
    await quantityOf(page).fill('12');
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: 'Sign up', exact: true }).click();
    await signUp(page, new Taps(), `buyer-${randomUUID().slice(0, 8)}`);
    await expect(page).toHaveURL(`/product/${product.slug}?quantity=12`);
    await expect(quantityOf(page)).toHaveValue('12');
    await expect(page.getByRole('link', { name: /^Top up \d/ })).toBeVisible();
  });

export const orderThroughSignUp = (): void =>
  test('an order outlives sign-up, reload and top-up, with its gender and e-mail address', async ({
    page,
    request,
  }) => {
    const product = await firstProduct(request);
    const hand = new Taps();
    if (isWide(page)) {
      await page.goto('/client/purchase-account');
      await page.getByRole('link', { name: product.name }).click();
      await expect(page).toHaveURL(`/product/${product.slug}`);
    } else await page.goto(`/product/${product.slug}`);
    await quantityOf(page).fill('40');
    // The styled switch covers the input.
    await page.getByRole('switch', { name: 'Specify gender' }).click({ force: true });
    await page
      .getByText(/^Female/)
      .last()
      .click();
    await emailOf(page).fill('else@example.test');
    await page.reload();
    await expect(quantityOf(page)).toHaveValue('40');
    await page.getByRole('link', { name: 'Sign up and order' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue('else@example.test');
    await expect(noteOf(page)).toContainText('40');
    await signUp(page, hand, `buyer-${randomUUID().slice(0, 8)}`);

    await expect(page).toHaveURL(/\/product\/.*quantity=40&gender=female/);
    await expect(quantityOf(page)).toHaveValue('40');
    await topUpAndReturn(page, hand);
    await expect(quantityOf(page)).toHaveValue('40');
    await expect(emailOf(page)).toHaveValue('else@example.test');
    await expect(page.getByRole('radio', { name: /^Female/ })).toBeChecked();
    await page.getByRole('button', { name: 'Place order now' }).click();
    await expect(page.getByTestId('order-no')).toBeVisible();
    await expect(page.getByText('else@example.test')).toBeVisible();
    // Placed: nothing is pending.
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(/\/product\/[^?]*$/);
    await page.reload();
    await expect(quantityOf(page)).toHaveValue('1');
  });

export const formOverList = (): void =>
  test('the order form over the list keeps what was chosen through a sign-in', async ({ page, request }) => {
    const buyer = await newBuyer(request);
    const product = await firstProduct(request);
    const list = `${areaOf(page)}/purchase-account`;
    const dialog = page.getByRole('dialog', { name: 'Confirm order' });
    if (isWide(page)) {
      await page.goto(list);
      await page.getByRole('button', { name: `Buy ${product.name}` }).click();
      await quantityOf(page).fill('7');
      await dialog.getByRole('link', { name: 'Sign in' }).click();
    } else {
      // Visitors on phones see the list on the sign-in page, so they reach its form by a link.
      await page.goto(`${list}?goods=${product.id}&quantity=7`);
    }
    await fillSignIn(page, buyer);
    await expect(quantityOf(page)).toHaveValue('7');
    await expect(dialog).toBeVisible();
    // Closing it by hand discards it.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: `Buy ${product.name}` }).click();
    await expect(quantityOf(page)).toHaveValue('1');
  });

/** Types an order on a product's page, ends the session behind its back, and confirms the expiry. */
async function letExpire(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}?quantity=2`);
  await quantityOf(page).fill('6');
  await emailOf(page).fill('else@example.test');
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('portside')!).state.token);
  await callApi(page.request, 'POST', '/api/auth/logout', { token });
  await page.reload();
  await page.getByRole('dialog', { name: 'Login expired' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/product/${slug}?quantity=6`)}`);
  expect(await page.evaluate('JSON.parse(localStorage.portside ?? "{}").state?.token ?? null')).toBeNull();
}

export const expiredWithOrder = (): void =>
  test('an expired session keeps the order for its buyer, and its e-mail address from everybody else', async ({
    page,
    request,
  }) => {
    const buyer = await newBuyer(request);
    const product = await firstProduct(request);
    await signIn(page, buyer);
    await letExpire(page, product.slug);
    await expect(noteOf(page)).toContainText(`6 × ${product.name}`);
    await fillSignIn(page, buyer);
    await expect(quantityOf(page)).toHaveValue('6');
    await expect(emailOf(page)).toHaveValue('else@example.test');

    await letExpire(page, product.slug);
    // Above the form, which its total moves.
    await expect(noteOf(page)).toContainText('USDT in total');
    await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByLabel('E-mail')).toHaveValue('');
    const other = await newBuyer(request);
    await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
    // The form of a sign-up has a username too.
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await fillSignIn(page, other);
    await expect(quantityOf(page)).toHaveValue('6');
    await expect(emailOf(page)).toHaveValue(other.email);
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('else@example.test');
  });
