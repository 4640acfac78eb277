/**
 * The shop's API with the typed client, for Node 24 and newer.
 *
 * PORTSIDE_URL=https://shop.example PORTSIDE_KEY=psk_live_... node shop.ts buy ORDER-NUMBER-OF-YOURS
 * node shop.ts verify SECRET ID TIMESTAMP SIGNATURE < body
 */
import { createClient, verifyWebhook, WebhookError, type Client } from '@portside/client';
import { text } from 'node:stream/consumers';

async function buy(ownNumber: string): Promise<object> {
  const { PORTSIDE_URL: url = '', PORTSIDE_KEY: key = '' } = process.env;
  const shop = createClient({ url, key });
  // A time-out or a crash leaves open whether the order was placed: ask before quoting anew.
  const { items: found } = await shop.call('GET /api/orders', { query: { reference: ownNumber } });
  const order = found[0] ?? (await place(shop, ownNumber));
  const accounts = await shop.readAccounts(order.order_no);
  return {
    order_no: order.order_no,
    paid: order.total_amount,
    accounts: accounts.items.map((one) => one.text),
  };
}

async function place(shop: Client, ownNumber: string) {
  const { items } = await shop.call('GET /api/goods', { query: { in_stock: 'true', limit: 100 } });
  const [product] = items;
  if (product === undefined) throw new Error('nothing is in stock');
  const wanted = { goods_id: product.id, quantity: product.min_quantity };
  const { total_amount } = await shop.quote(wanted);
  // With the price that was agreed: if it rose meanwhile, the order is refused with `priceChanged`.
  return shop.placeOrder({ ...wanted, total_amount, reference: ownNumber }, ownNumber);
}

async function verify([secret = '', id, timestamp, signature]: readonly string[]): Promise<boolean> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  try {
    await verifyWebhook({ body: await text(process.stdin), headers, secret });
    return true;
  } catch (error) {
    if (error instanceof WebhookError) return false;
    throw error;
  }
}

const [command, ...given] = process.argv.slice(2);
const answer = command === 'verify' ? await verify(given) : await buy(given[0]!);
process.stdout.write(`${JSON.stringify(answer)}\n`);
