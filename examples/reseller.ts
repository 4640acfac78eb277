/**
 * A small shop that sells one product of a Portside shop on, a fifth dearer. It keeps no stock: each of its orders is an
 * order there, under its own number, so that nothing is bought twice however often a customer or the network repeats.
 *
 * PORTSIDE_URL, PORTSIDE_KEY and WEBHOOK_SECRET in the environment, then: node reseller.ts GOODS_ID
 * GET /product · POST /orders/NUMBER {"quantity": 2} · POST /webhooks
 */
import { createClient, ShopError, verifyWebhook, WebhookError } from '@portside/client';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';

const { PORTSIDE_URL: url = '', PORTSIDE_KEY: key = '', WEBHOOK_SECRET: secret = '' } = process.env;
const goodsId = process.argv[2]!;
const shop = createClient({ url, key });

/** A fifth dearer, in whole cents, upwards: integers, because amounts are no floating-point numbers. */
function ownPrice(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const micro = BigInt(whole + fraction.padEnd(6, '0'));
  const cents = (micro * 12n + 99_999n) / 100_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

async function showProduct() {
  const { name, stock, price } = await shop.call('GET /api/goods/:id', {
    params: { id: goodsId },
    query: {},
  });
  return { name, stock, price: ownPrice(price) };
}

async function sell(number: string, quantity: number) {
  // A time-out or a crash leaves open whether the order was placed: ask before quoting anew.
  const { items: found } = await shop.call('GET /api/orders', { query: { reference: number } });
  const order = found[0] ?? (await place(number, quantity));
  const { items } = await shop.readAccounts(order.order_no);
  return { number, price: ownPrice(order.total_amount), accounts: items.map((one) => one.text) };
}

async function place(number: string, quantity: number) {
  const wanted = { goods_id: goodsId, quantity };
  const { total_amount } = await shop.quote(wanted);
  return shop.placeOrder({ ...wanted, total_amount, reference: number }, number);
}

async function hear(request: IncomingMessage) {
  const { id, body } = await verifyWebhook<{ type: string }>({
    body: await text(request),
    headers: request.headers,
    secret,
  });
  process.stdout.write(`heard ${body.type} (${id})\n`);
  return { heard: body.type };
}

async function answer(request: IncomingMessage): Promise<object> {
  const [, place, number = ''] = (request.url ?? '').split('/');
  if (place === 'orders') return sell(number, ((await json(request)) as { quantity: number }).quantity);
  return place === 'webhooks' ? hear(request) : showProduct();
}

/** What customers are told; anything else is this shop's own fault. */
const statusOf = (error: unknown): number =>
  error instanceof WebhookError ? 401 : error instanceof ShopError && error.status < 500 ? 409 : 500;

const reasonOf = (error: unknown): string =>
  error instanceof ShopError || error instanceof WebhookError ? error.reason : 'failed';

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [status, body] = await answer(request).then(
    (given) => [200, given] as const,
    (error: unknown) => [statusOf(error), { error: reasonOf(error) }] as const,
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => void respond(request, response));
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening on ${JSON.stringify(server.address())}\n`);
});
