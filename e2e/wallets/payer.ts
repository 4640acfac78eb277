import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { parseMicro } from '@portside/contract/wire/money';
import { randomUUID } from 'node:crypto';
import type { Network } from './test-wallet.ts';

export type Recharge = {
  readonly order_id: string;
  readonly order_ref: string;
  readonly wallet_address: string;
  readonly checkout_address: string;
  readonly pay_amount: string;
  readonly status: string;
  readonly credited_amount: string | null;
  readonly receiver_address: string;
  readonly tx_hash: string | null;
};

export type Payer = {
  topUp(network: Network, amount: string): Promise<Recharge>;
  read(orderId: string): Promise<Recharge>;
  /** Newest first. */
  list(): Promise<Recharge[]>;
  /** Every page that is opened from now on finds the buyer signed in. */
  signIn(page: Page): Promise<void>;
};

export const microOf = parseMicro;

/** One call of the API; fails where the shop refuses. */
export async function callApi(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { data, token }: { data?: object; token?: string } = {},
): Promise<any> {
  const headers = { 'idempotency-key': randomUUID(), ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await request.fetch(path, { method, headers, ...(data && { data }) });
  const envelope = (await answer.json()) as { code: number; data: any };
  expect(envelope, path).toMatchObject({ code: 200 });
  return envelope.data;
}

/** A top-up of 20 USDT that is paid and credited: the person counts as a buyer from then on. */
export async function payTopUp(request: APIRequestContext, token: string): Promise<void> {
  const data = { type: 'TRON', amount: '20' };
  const asked = await callApi(request, 'POST', '/api/recharges', { data, token });
  const payment = { type: 'TRON', to: asked.wallet_address, amount: asked.pay_amount };
  await callApi(request, 'POST', '/api/sandbox/transfers', { data: payment, token });
  const status = async () =>
    (await callApi(request, 'GET', `/api/recharges/${asked.order_id}`, { token })).status;
  await expect.poll(status, { timeout: 55_000 }).toBe('successful');
}

/** A new buyer, created by API calls. */
export async function makePayer(request: APIRequestContext): Promise<Payer> {
  const username = `payer-${randomUUID().slice(0, 8)}`;
  const { token, user, permissions } = await callApi(request, 'POST', '/api/auth/register', {
    data: { username, email: `${username}@example.test`, password: 'harbour-9', agree: true },
  });
  return {
    topUp: (type, amount) => callApi(request, 'POST', '/api/recharges', { data: { type, amount }, token }),
    read: (orderId) => callApi(request, 'GET', `/api/recharges/${orderId}`, { token }),
    list: async () => (await callApi(request, 'GET', '/api/recharges', { token })).items,
    async signIn(page) {
      const kept = JSON.stringify({ state: { token, user, permissions, language: 'en' }, version: 1 });
      await page.addInitScript((text) => localStorage.setItem('portside', text), kept);
    },
  };
}
