import { expect, test, type APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { deliveriesTo } from '../pages/people.ts';

/** The buyer's main job without a browser: register, top up, buy, read, get the e-mail; on TRON and on Ethereum. */

type Envelope = { code: number; message: string; data: any };

class Caller {
  readonly #request: APIRequestContext;
  token = '';

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Envelope> {
    const answer = await this.#request.fetch(path, {
      method,
      headers: { ...(this.token && { authorization: `Bearer ${this.token}` }), ...headers },
      ...(body !== undefined && { data: body }),
    });
    return (await answer.json()) as Envelope;
  }

  async ok(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any> {
    const envelope = await this.call(method, path, body, headers);
    expect(envelope, `${method} ${path}`).toMatchObject({ code: 200 });
    return envelope.data;
  }
}

async function register(request: APIRequestContext): Promise<Caller & { username: string; email: string }> {
  const caller = new Caller(request);
  const username = `api-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.test`;
  const data = await caller.ok('POST', '/api/auth/register', {
    username,
    email,
    password: 'harbour-9',
    agree: true,
  });
  caller.token = data.token;
  return Object.assign(caller, { username, email });
}

for (const type of ['TRON', 'ETH'] as const) {
  test(`top up on ${type}, buy, read and be mailed, by calls alone`, async ({ request }) => {
    const buyer = await register(request);
    const recharge = await buyer.ok(
      'POST',
      '/api/recharges',
      { type, amount: '20' },
      { 'idempotency-key': randomUUID() },
    );
    expect(recharge).toMatchObject({ status: 'recharging', sub_state: 'waiting', amount: '20' });
    // The buyer's own address needs no further digits.
    if (recharge.mode === 'own_addresses') expect(recharge.pay_amount).toBe('20');
    else expect(Number(recharge.pay_amount)).toBeGreaterThan(20);

    await buyer.ok('POST', '/api/sandbox/transfers', {
      type,
      to: recharge.wallet_address,
      amount: recharge.pay_amount,
    });
    await expect
      .poll(async () => (await buyer.ok('GET', `/api/recharges/${recharge.order_id}`)).status, {
        timeout: 100_000,
      })
      .toBe('successful');
    const credited = await buyer.ok('GET', `/api/recharges/${recharge.order_id}`);
    expect(credited.credited_amount).toBe(recharge.pay_amount);
    expect((await buyer.ok('GET', '/api/users/balance')).balance).toBe('20.00');

    const goods = (await buyer.ok('GET', '/api/goods?in_stock=true')).items.toSorted(
      (a: any, b: any) => a.price - b.price,
    )[0];
    const key = randomUUID();
    const body = { goods_id: goods.id, quantity: goods.min_quantity };
    const order = await buyer.ok('POST', '/api/orders', body, { 'idempotency-key': key });
    const again = await buyer.ok('POST', '/api/orders', body, { 'idempotency-key': key });
    expect(again.order_no).toBe(order.order_no);

    const { items } = await buyer.ok('GET', `/api/orders/${order.order_no}/accounts`);
    expect(items).toHaveLength(goods.min_quantity);
    const txt = await request.get(`/api/orders/${order.order_no}/accounts?format=txt`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    expect(await txt.text()).toBe(items.map((item: any) => `${item.text}\n`).join(''));

    await expect.poll(() => deliveriesTo(request, buyer.email), { timeout: 100_000 }).toHaveLength(1);
    const [mail] = await deliveriesTo(request, buyer.email);
    expect(mail!.attachments[0]!.content).toBe(await txt.text());
    expect((await buyer.ok('GET', `/api/orders/${order.order_no}`)).status).toBe('completed');
  });
}
