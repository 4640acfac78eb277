import type { APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi, isTron, payStray, payTopUp } from '../wallets/payer.ts';
import type { Buyer } from './buyer.ts';
import { newBuyer, signInColleague, signInOwner, type Person } from './people.ts';

type Stocked = { readonly stock: number; readonly min_quantity: number };

/** Other tests buy from the same demo stock, and a replacement needs more. */
const MOST_BOUGHT = 10;

/** A busy operator's day, created by API calls: orders, claims, proposals, takedown requests. */
export type BusyShop = {
  readonly owner: Buyer['signIn'];
  readonly userId: string;
  readonly orderNo: string;
};

/** Tops up and buys several products; returns the order numbers. */
export async function placeOrders(request: APIRequestContext, { token }: Person): Promise<readonly string[]> {
  await payTopUp(request, token, '1000');
  const { items: goods } = await callApi(request, 'GET', '/api/goods?in_stock=true');
  const orders: string[] = [];
  const stocked = goods.filter(({ stock, min_quantity: minimum }: Stocked) => stock > minimum + MOST_BOUGHT);
  for (const [index, { id, min_quantity: minimum }] of stocked.slice(0, 6).entries()) {
    const data = { goods_id: id, quantity: Math.max(minimum, 2 + index) };
    orders.push((await callApi(request, 'POST', '/api/orders', { data, token })).order_no);
  }
  return orders;
}

const EXPLANATION = 'It was taken from me in spring; the e-mail address behind it is mine.';

export async function makeBusyShop(request: APIRequestContext): Promise<BusyShop> {
  const owner = await signInOwner(request);
  const asOwner = { token: owner.token };
  const post = (path: string, data: object, token = owner.token) =>
    callApi(request, 'POST', path, { data, token });
  const colleague = await signInColleague(request);
  const buyer = await newBuyer(request);
  await payStray(request, '41.7');
  const orders = await placeOrders(request, buyer);
  const [claimed, replaced, refunded, large] = orders as [string, string, string, string];
  const itemsOf = async (orderNo: string): Promise<string[]> =>
    (await callApi(request, 'GET', `/api/admin/orders/${orderNo}/items`, asOwner)).items.map(
      ({ id }: { id: string }) => id,
    );
  const [firstId] = await itemsOf(claimed);
  await post(
    `/api/orders/${claimed}/claims`,
    { item_ids: [firstId], reason: 'password refused' },
    buyer.token,
  );
  const [secondId] = await itemsOf(replaced);
  const replacement = { item_ids: [secondId], reason: 'dead at the first sign-in' };
  await post(`/api/admin/orders/${replaced}/replacements`, replacement);
  const [thirdId] = await itemsOf(refunded);
  await post(`/api/admin/orders/${refunded}/refunds`, { item_ids: [thirdId], reason: 'agreed by chat' });

  await post('/api/support/messages', { text: 'Hello, one of my accounts asks for a code.' }, buyer.token);
  await post('/api/reports', { email: buyer.email, subject: 'anna@mail.example', explanation: EXPLANATION });
  await post('/api/announcements', {
    position: 'recharge',
    state: 'published',
    title: { en: 'Ethereum pauses on Sunday', ru: 'В воскресенье Ethereum на паузе' },
    body: { en: '<p>From 02:00 to 03:00 UTC.</p>' },
    starts_at: '2030-01-01T00:00:00.000Z',
  });
  const role = await post('/api/roles', {
    name: `Support desk ${randomUUID().slice(0, 4)}`,
    menus: ['/admin/support', '/admin/order', '/admin/sales'],
    actions: ['support.read', 'support.answer', 'order.read', 'stock.read'],
  });
  const clerk = await newBuyer(request);
  await callApi(request, 'PUT', `/api/users/${clerk.id}/role`, { data: { role_id: role.id }, ...asOwner });
  const agent = { username: clerk.username, platform_name: 'North Pier', telegram: '@north_pier' };
  await post('/api/agents', { ...agent, commission_percent: '7.5' });
  await callApi(request, 'PUT', `/api/users/${buyer.id}/agent`, {
    data: { agent_id: clerk.id },
    ...asOwner,
  });

  const credit = { direction: 'credit', amount: '12.5', reason: 'goodwill for the delay of Friday' };
  await post(`/api/users/${buyer.id}/adjustments`, credit, colleague.token);
  const bonus = { direction: 'credit', amount: '3', reason: 'a bonus for the first month' };
  await post(`/api/users/${clerk.id}/adjustments`, bonus);
  await proposeAddress(request, colleague);
  const { username, password } = owner;
  const signIn = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
  return { owner: signIn, userId: buyer.id, orderNo: large };
}

async function proposeAddress(request: APIRequestContext, { token }: Person): Promise<void> {
  const { items: open } = await callApi(request, 'GET', '/api/proposals?state=open', { token });
  // At most one for each network, however often this runs.
  if (open.some(({ subject }: { subject: string }) => subject === 'paymentMethod:TRON')) return;
  const { items } = await callApi(request, 'GET', '/api/payment-methods', { token });
  const method = items.find((one: any) => isTron(one) && one.retired_at === null);
  const data = {
    contract_address: method.contract_address,
    chain_id: method.chain_id,
    enabled: true,
    wallet_address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
    reason: 'the wallets are rotated every quarter',
  };
  await callApi(request, 'PUT', `/api/payment-methods/${method.id}`, { data, token });
}
