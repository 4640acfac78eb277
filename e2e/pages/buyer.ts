import type { APIRequestContext, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi, payTopUp } from '../wallets/payer.ts';

/**
 * A buyer with some of everything: balance, an order, a finished and an unpaid top-up, a support conversation, and an
 * agent's link of their own.
 */
export type Buyer = {
  readonly signIn: { readonly token: string; readonly user: object; readonly permissions: object };
  readonly goodsId: string;
  readonly orderNo: string;
  readonly creditedId: string;
  readonly waitingId: string;
  /** The code of their own agent link. */
  readonly promotionCode: string;
};

export const PASSWORD = 'harbour-9';

/** The language of journeys that look for words. */
export const ENGLISH = { language: 'en', theme: 'light' } as const;

/** Whether the page uses the desktop layout. */
export const isWide = (page: Page): boolean => page.viewportSize()!.width > 768;

/** The path of the buyer's own pages for a window of this width. */
export const areaOf = (page: Page): '/client' | '/mobile' => (isWide(page) ? '/client' : '/mobile');

type Preferences = { readonly language: string; readonly theme: 'light' | 'dark' | 'auto' };

/** Creates one by API calls; takes until the local chain has a final block. */
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

/** Puts these into the browser's storage before every page opened from now on. */
export async function signInAs(
  page: Page,
  { signIn }: Pick<Buyer, 'signIn'>,
  wanted: Preferences,
): Promise<void> {
  const { token, user, permissions } = signIn;
  await keep(page, { token, user, permissions, ...wanted });
}

/** Like `seedStorage`, without a session. */
export const prefer = (page: Page, wanted: Preferences): Promise<void> => keep(page, { ...wanted });

async function keep(page: Page, state: object): Promise<void> {
  const kept = JSON.stringify({ state, version: 1 });
  await page.addInitScript((text) => localStorage.setItem('portside', text), kept);
}
