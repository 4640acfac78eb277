import { familyOf, type Network as AnyNetwork } from '@portside/chain';
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

type Payer = {
  topUp(network: Network, amount: string): Promise<Recharge>;
  read(orderId: string): Promise<Recharge>;
  /** Newest first. */
  list(): Promise<Recharge[]>;
  /** Signs the buyer in on every page opened from now on. */
  signIn(page: Page): Promise<void>;
};

export const microOf = parseMicro;

/** Calls the API; throws if the shop refuses. */
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

/** Sends test USDT from the sandbox's wallet, as an exchange would. */
export const sendUsdt = (
  request: APIRequestContext,
  type: Network,
  to: string,
  amount: string,
): Promise<unknown> => callApi(request, 'POST', '/api/sandbox/transfers', { data: { type, to, amount } });

export const isTron = ({ type }: { type: AnyNetwork }): boolean => familyOf(type) === 'tron';

/** Sends USDT on TRON to the shop's own wallet, where it belongs to no buyer's address. */
export async function payStray(request: APIRequestContext, amount: string): Promise<void> {
  const { chains } = await callApi(request, 'GET', '/api/sandbox');
  const { type, wallet_address: wallet } = chains.find(isTron);
  await sendUsdt(request, type, wallet, amount);
}

/** Pays a top-up on TRON until it is credited, which makes the person a buyer; returns it as requested. */
export async function payTopUp(request: APIRequestContext, token: string, amount = '20'): Promise<Recharge> {
  const data = { type: 'TRON', amount };
  const asked: Recharge = await callApi(request, 'POST', '/api/recharges', { data, token });
  await sendUsdt(request, 'TRON', asked.wallet_address, asked.pay_amount);
  const status = async () =>
    (await callApi(request, 'GET', `/api/recharges/${asked.order_id}`, { token })).status;
  await expect.poll(status, { timeout: 100_000 }).toBe('successful');
  return asked;
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
