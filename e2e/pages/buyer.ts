import type { APIRequestContext, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi, payTopUp } from '../wallets/payer.ts';

/**
 * A buyer with some of everything: balance, an order, a finished top-up and one that awaits payment,
 * a conversation with support, and a link of an agent's own.
 */
export type Buyer = {
  readonly signIn: { readonly token: string; readonly user: object; readonly permissions: object };
  readonly goodsId: string;
  readonly orderNo: string;
  readonly creditedId: string;
  readonly waitingId: string;
  /** Of their own link, as an agent. */
  readonly promotionCode: string;
};

export const PASSWORD = 'harbour-9';

/** Of journeys that look for words. */
export const ENGLISH = { language: 'en', theme: 'light' } as const;

/** Whether the page is drawn for a desktop. */
export const isWide = (page: Page): boolean => page.viewportSize()!.width > 768;

/** Where the pages of a buyer's own are, in a window of this width. */
export const areaOf = (page: Page): '/client' | '/mobile' => (isWide(page) ? '/client' : '/mobile');

type Preferences = { readonly language: string; readonly theme: 'light' | 'dark' | 'auto' };

/** Creates one by API calls; takes as long as the local chain needs for a final block. */
export async function makeBuyer(request: APIRequestContext): Promise<Buyer> {
  let token = '';
  const call = (method: 'GET' | 'POST', path: string, data?: object): Promise<any> =>
    callApi(request, method, path, { token, ...(data && { data }) });

  const username = `buyer-${randomUUID().slice(0, 8)}`;
  const credentials = { username, password: PASSWORD };
  await call('POST', '/api/auth/register', {
    ...credentials,
    email: `${username}@example.test`,
    agree: true,
  });
  ({ token } = await call('POST', '/api/auth/login', credentials));

  const { order_id: creditedId } = await payTopUp(request, token, '500');
  const { order_id: waitingId } = await call('POST', '/api/recharges', { type: 'ETH', amount: '100' });

  const { items } = await call('GET', '/api/goods?in_stock=true');
  const [goods] = items;
  const { order_no: orderNo } = await call('POST', '/api/orders', { goods_id: goods.id, quantity: 3 });
  await call('POST', '/api/support/messages', { text: 'Hello, how long does a top-up on Ethereum take?' });
  const signIn = await call('POST', '/api/auth/login', credentials);

  const { sign_ins: people } = await call('GET', '/api/sandbox');
  const { role: _, ...owner } = people.find(({ role }: { role: string }) => role === 'owner');
  ({ token } = await call('POST', '/api/auth/login', owner));
  const { id } = signIn.user;
  const text = 'About 15 minutes. The page shows each step.';
  await call('POST', `/api/admin/support/conversations/${id}/messages`, { text });
  const agent = { username, platform_name: 'North Pier', telegram: '@north_pier', commission_percent: '10' };
  const { promotion_code: promotionCode } = await call('POST', '/api/agents', agent);
  return { signIn, goodsId: goods.id, orderNo, creditedId, waitingId, promotionCode };
}

/** Every page that is opened from now on finds these in the browser's storage. */
export async function signInAs(
  page: Page,
  { signIn }: Pick<Buyer, 'signIn'>,
  wanted: Preferences,
): Promise<void> {
  const { token, user, permissions } = signIn;
  await keep(page, { token, user, permissions, ...wanted });
}

/** The same without a session. */
export const prefer = (page: Page, wanted: Preferences): Promise<void> => keep(page, { ...wanted });

async function keep(page: Page, state: object): Promise<void> {
  const kept = JSON.stringify({ state, version: 1 });
  await page.addInitScript((text) => localStorage.setItem('portside', text), kept);
}
