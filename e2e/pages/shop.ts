import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { isWide } from './buyer.ts';

/** The shop as a buyer sees it: what to find and do on its pages, by their visible words. */
export class Shop {
  readonly page: Page;
  readonly #area: 'client' | 'mobile';

  constructor(page: Page, area: 'client' | 'mobile') {
    this.page = page;
    this.#area = area;
  }

  async register(username: string, email: string, password: string): Promise<void> {
    await this.page.goto('/login?mode=register');
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByLabel('Confirm password').fill(password);
    await this.page.getByRole('checkbox').check();
    await this.press('Sign up');
    await this.page.waitForURL(`**/${this.#area}/**`);
  }

  /** Goes there by the navigation, as a buyer does. */
  async open(name: 'Buy' | 'Orders' | 'Top up'): Promise<void> {
    const words = { Buy: /^Buy/, Orders: /^(Orders|Purchase history)$/, 'Top up': 'Top up' }[name];
    await this.page.getByRole('navigation').getByRole('link', { name: words, exact: true }).first().click();
  }

  /** Creates a top-up and pays it with the sandbox wallet next to the QR code. */
  async topUp(network: 'TRON' | 'Ethereum', amount: string): Promise<void> {
    await this.open('Top up');
    await chooseNetwork(this.page, new RegExp(network));
    const toWallets = this.page.getByRole('button', { name: 'Pay with a wallet' });
    await expect(toWallets.or(this.page.getByRole('button', { name: 'Continue to payment' }))).toBeVisible();
    // On a phone its wallets come before the buyer's own address, which is on the next page.
    if (await toWallets.isVisible()) {
      await this.press('Pay with a wallet');
      await this.press(`${amount} USDT`);
      await this.press('Pay with a wallet');
      await expect(this.heading('Cashier')).toBeVisible();
    } else {
      await this.press(`${amount} USDT`);
      await this.press('Continue to payment');
      await expect(this.heading('Pay this top-up')).toBeVisible();
      // On a phone the code is collapsed: wallets and the address come first.
      if (this.#area === 'mobile') await this.page.getByText('Show QR code').click();
      await expect(this.page.getByRole('figure', { name: /QR code/ })).toBeVisible();
    }
    await this.press('Send test USDT');
    await expect(this.heading('Top-up successful')).toBeVisible({ timeout: 100_000 });
  }

  /** Opens the first product's order form. */
  async chooseFirstProduct(): Promise<Locator> {
    await this.open('Buy');
    await this.page.getByRole('button', { name: /^Buy/ }).first().click();
    const dialog = this.page.getByRole('dialog', { name: 'Confirm order' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name });
  }
}

/** A phone shows the chosen network only, until the others are wanted. */
export async function showNetworks(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { checked: true }).first()).toBeAttached();
  const others = page.getByRole('button', { name: 'Other networks' });
  if (await others.isVisible()) await others.click();
}

/** Chooses a network for a top-up, or the one shown; returns its radio button. */
export async function chooseNetwork(page: Page, name: RegExp): Promise<Locator> {
  const choice = page.getByRole('radio', { name });
  await showNetworks(page);
  await expect(choice).toBeEnabled();
  // The card covers the button, and is clicked once the list has stopped moving.
  await page.locator('label').filter({ has: choice }).click();
  await expect(choice).toBeChecked();
  return choice;
}

/** Waits until the page has what comes after its content: toasts, live updates, the note that there is no network. */
export const waitForAfterPaint = (page: Page): Promise<void> =>
  page.locator('[data-toasts]').waitFor({ state: 'attached' });

/** What a button saves. Without a share sheet a phone offers the file on the page too, which is closed again. */
export async function downloadBy(button: Locator): Promise<Download> {
  const page = button.page();
  const downloading = page.waitForEvent('download');
  await button.click();
  const file = await downloading;
  if (!isWide(page)) {
    const offer = page.getByRole('dialog').filter({ hasText: file.suggestedFilename() });
    await offer.getByRole('button', { name: 'Close' }).click();
  }
  return file;
}
