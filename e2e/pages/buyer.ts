import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

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
};

export const PASSWORD = 'harbour-9';

type Preferences = { readonly language: string; readonly theme: 'light' | 'dark' | 'auto' };

/** Creates one by API calls; takes as long as the local chain needs for a final block. */
export async function makeBuyer(request: APIRequestContext): Promise<Buyer> {
  let token = '';
  async function call(method: 'GET' | 'POST', path: string, data?: object): Promise<any> {
    const headers = { 'idempotency-key': randomUUID(), ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await request.fetch(path, { method, headers, ...(data && { data }) });
    const envelope = (await answer.json()) as { code: number; data: any };
    expect(envelope, `${method} ${path}`).toMatchObject({ code: 200 });
    return envelope.data;
  }

  const username = `buyer-${randomUUID().slice(0, 8)}`;
  const credentials = { username, password: PASSWORD };
  await call('POST', '/api/auth/register', {
    ...credentials,
    email: `${username}@example.test`,
    agree: true,
  });
  ({ token } = await call('POST', '/api/auth/login', credentials));

  const { order_id: creditedId, ...paid } = await call('POST', '/api/recharges', {
    type: 'TRON',
    amount: '500',
  });
  const payment = { type: 'TRON', to: paid.wallet_address, amount: paid.pay_amount };
  await call('POST', '/api/sandbox/transfers', payment);
  const stateOf = async () => (await call('GET', `/api/recharges/${creditedId}`)).status;
  await expect.poll(stateOf, { timeout: 55_000 }).toBe('successful');
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
  await call('POST', '/api/agents', agent);
  return { signIn, goodsId: goods.id, orderNo, creditedId, waitingId };
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
