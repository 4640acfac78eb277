import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { generate } from 'openapi-typescript-codegen';
import { beforeAll, expect, test } from 'vitest';
import { createClient, verifyWebhook } from '@portside/client';
import { createSendWebhooksJob } from '../features/webhooks/index.ts';
import { userActor } from '../platform/actor.ts';
import { createTestShop, type TestShop } from '../testing/app.ts';
import { inSandbox, listen, startReceiver, type Message } from '../testing/webhook-shop.ts';
import { buildGoods, fund, stockUp } from '../testing/build.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';

/** The samples, the reseller and a client that a public generator made, against a shop that listens. */
const root = join(import.meta.dirname, '../../../..');

let shop: TestShop;
let url: string;
/** Of the product that samples find. */
let texts: readonly string[];
beforeAll(async () => {
  shop = await createTestShop();
  url = await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
  // Programs ask their own clock whether a webhook is too old.
  shop.clock.advance(Date.now() - shop.clock.now().getTime());
  texts = await stockUp(shop.ctx, await buildGoods(shop.ctx, { price_micro: 1_500_000n }), 20);
});

const setPrice = (price_micro: bigint) => shop.ctx.db.updateTable('goods').set({ price_micro }).execute();

const SCOPES = ['catalogue', 'orders:place', 'orders:read', 'accounts:read', 'claims'];

/** What a buyer's program signs in with. */
async function keyOf({ token }: { readonly token: string }): Promise<string> {
  const body = { name: 'My shop', scopes: SCOPES, password: 'harbour-9' };
  const made = await shop.call('POST', '/api/api-keys', body, { authorization: `Bearer ${token}` });
  return made.data.secret as string;
}

/** A buyer with money, whose program runs with `env`. */
async function openBuyer() {
  const buyer = await shop.register();
  await fund(shop.ctx, BigInt(buyer.id), 50_000_000n);
  const key = await keyOf(buyer);
  const env = { ...process.env, PORTSIDE_URL: url, PORTSIDE_KEY: key };
  const orders = async () => {
    const { data } = await shop.call('GET', '/api/orders', undefined, {
      authorization: `Bearer ${buyer.token}`,
    });
    return data.items as { order_no: string; total_amount: string }[];
  };
  const by = {
    id: BigInt(buyer.id),
    email: buyer.email,
    ctx: { ...shop.ctx, actor: userActor(BigInt(buyer.id)) },
  };
  return { env, key, orders, by };
}

/** The output of a program, which reads `input`. Not synchronous: the shop answers in this process. */
function run(command: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<unknown> {
  const [program, ...args] = command as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd: root, env }, (error, output, fault) => {
      if (error) reject(new Error(`${program}: ${fault}`, { cause: error }));
      else resolve(JSON.parse(output) as unknown);
    });
    child.stdin!.end(input);
  });
}

/** Each with what it needs; not every machine has PHP. */
const SAMPLES: readonly (readonly [file: string, program: string, needs: readonly string[]])[] = [
  ['shop.sh', 'sh', ['curl', 'jq', 'openssl']],
  ['shop.py', 'python3', []],
  ['shop.php', 'php', []],
  ['shop.ts', process.execPath, []],
];
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const here = SAMPLES.filter(([, program, needs]) => [program, ...needs].every(isInstalled));

test('samples can run here', () => {
  expect(here.length).toBeGreaterThan(0);
  for (const [file] of SAMPLES.filter((one) => !here.includes(one)))
    process.stdout.write(`examples/${file} is not run: its interpreter is missing\n`);
});

test.each(here)('%s orders once for each number, and gets the accounts', async (file, program) => {
  const { env, orders } = await openBuyer();
  const number = `own-${randomUUID()}`;
  const command = [program, `examples/${file}`, 'buy', number];
  const bought = await run(command, env);
  expect(bought).toMatchObject({ paid: '1.5', accounts: [expect.any(String)] });
  expect(texts).toContain((bought as { accounts: string[] }).accounts[0]);
  // A customer who presses twice, and a program that starts again after a crash, also when prices have changed.
  await setPrice(1_600_000n);
  expect(await run(command, env)).toEqual(bought);
  await setPrice(1_500_000n);
  expect(await orders()).toMatchObject([{ order_no: (bought as { order_no: string }).order_no }]);
});

const body = '{"type":"order.completed","data":{"order_no":"ORD20261120120000A7K2"}}';
const secret = randomBytes(24);

function signed(change: { bytes?: Buffer; ageS?: number } = {}): string[] {
  const timestamp = String(Math.floor(Date.now() / 1_000) - (change.ageS ?? 0));
  const hmac = createHmac('sha256', change.bytes ?? secret).update(`msg_1.${timestamp}.${body}`);
  return ['msg_1', timestamp, `v1,${hmac.digest('base64')}`];
}

test.each(here)('%s knows the webhooks of the shop from others', async (file, program) => {
  const verify = (given: string[], text = body) =>
    run(
      [program, `examples/${file}`, 'verify', `whsec_${secret.toString('base64')}`, ...given],
      process.env,
      text,
    );
  const [id, timestamp, signature] = signed() as [string, string, string];
  expect(await verify([id, timestamp, signature])).toBe(true);
  expect(await verify([id, timestamp, `v1,AAAA ${signature}`])).toBe(true);
  expect(await verify(signed({ bytes: randomBytes(24) }))).toBe(false);
  expect(await verify(signed({ ageS: 400 }))).toBe(false);
  expect(await verify(['msg_2', timestamp, signature])).toBe(false);
  expect(await verify([id, timestamp, signature], body.replace('A7K2', 'A7K3'))).toBe(false);
});

/** Starts the reseller's shop and returns its address. */
function startReseller(env: NodeJS.ProcessEnv, goodsId: string): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, ['examples/reseller.ts', goodsId], { cwd: root, env });
  atEndOfFile(async () => void child.kill());
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the reseller ended with ${code}`)));
    child.stderr!.on('data', (fault: Buffer) => process.stderr.write(fault));
    child.stdout!.on('data', (line: Buffer) => {
      const port = /"port":(\d+)/.exec(line.toString())?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
}

test('the reseller sells on, once for each of its orders, and hears the shop', async () => {
  const { env, orders } = await openBuyer();
  const goodsId = await buildGoods(shop.ctx, { price_micro: 1_500_000n });
  const resold = await stockUp(shop.ctx, goodsId, 3);
  const own = { ...env, WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` };
  const reseller = await startReseller(own, String(goodsId));
  const ask = async (path: string, sent?: unknown, headers?: Record<string, string>) => {
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const answer = await fetch(
      reseller + path,
      sent === undefined ? {} : { method: 'POST', body: text, headers: headers ?? {} },
    );
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect(await ask('/product')).toEqual({
    status: 200,
    body: { name: 'Test mailbox', stock: 3, price: '1.80' },
  });
  const sold = await ask('/orders/R-1007', { quantity: 2 });
  expect(sold).toMatchObject({ status: 200, body: { number: 'R-1007', price: '3.60' } });
  expect((sold.body['accounts'] as string[]).every((text) => resold.includes(text))).toBe(true);
  await setPrice(1_600_000n);
  expect(await ask('/orders/R-1007', { quantity: 2 })).toEqual(sold);
  await setPrice(1_500_000n);
  expect(await orders()).toMatchObject([{ total_amount: '3' }]);
  expect(await ask('/orders/R-1008', { quantity: 2 })).toEqual({
    status: 409,
    body: { error: 'stockTooLow' },
  });
  const [id = '', timestamp = '', signature = ''] = signed();
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  expect(await ask('/webhooks', body, headers)).toEqual({ status: 200, body: { heard: 'order.completed' } });
  expect((await ask('/webhooks', `${body} `, headers)).status).toBe(401);
});

/** A folder from which modules are loaded, until the end of the file. */
function makeFolder(): string {
  const folder = mkdtempSync(join(root, 'node_modules/.cache/generated-client-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true }));
  return folder;
}

async function generateClient(key: string): Promise<Generated> {
  const folder = makeFolder();
  const document = (await shop.call('GET', '/api/openapi.json')).body as object;
  await generate({ input: document as Record<string, unknown>, output: folder, clientName: 'Shop' });
  const { Shop } = (await import(join(folder, 'index.ts'))) as { Shop: new (config: object) => Generated };
  return new Shop({ BASE: url, TOKEN: key });
}

test('a client that a public generator made of the document places an order', async () => {
  const client = await generateClient((await openBuyer()).key);
  const { data: list } = await client.goods.listGoods();
  const wanted = { goods_id: list.items[0]!.id, quantity: 2 };
  const { data: quote } = await client.orders.quoteOrder(wanted);
  const place = () =>
    client.orders.placeOrder({ ...wanted, total_amount: quote.total_amount }, 'generated-1');
  const { data: order } = await place();
  expect(order).toMatchObject({ quantity: 2, total_amount: '3' });
  expect((await place()).data).toMatchObject({ order_no: order.order_no });
  const { data: accounts } = await client.orders.readAccounts(order.order_no);
  expect(accounts.items.every(({ text }) => texts.includes(text))).toBe(true);
  await expect(client.orders.placeOrder({ ...wanted, quantity: 9_999 }, 'generated-2')).rejects.toMatchObject(
    {
      status: 409,
      message: expect.stringContaining('300002: Not enough stock') as string,
    },
  );
});

type Program = {
  /** Places an order and reads its accounts; returns its number. */
  buy(key: string, env: NodeJS.ProcessEnv): Promise<string>;
  verify(secret: string, message: Message): Promise<boolean>;
};

const headersOf = ({ id, timestamp, signatures }: Message) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatures,
});

const PROGRAMS: Readonly<Record<string, Program>> = {
  'packages/client': {
    async buy(key) {
      const client = createClient({ url, key });
      for await (const { id: goods_id } of client.products({ in_stock: 'true' })) {
        const wanted = { goods_id, quantity: 1 };
        const { total_amount } = await client.quote(wanted);
        const { order_no } = await client.placeOrder({ ...wanted, total_amount }, randomUUID());
        await client.readAccounts(order_no);
        return order_no;
      }
      throw new Error('nothing is on sale');
    },
    verify: (own, message) =>
      verifyWebhook({ body: message.body, headers: headersOf(message), secret: own }).then(
        () => true,
        () => false,
      ),
  },
  'shop.py with its standard library': {
    async buy(_key, env) {
      // Isolated: without the packages of this machine.
      const bought = await run(['python3', '-I', '-S', 'examples/shop.py', 'buy', randomUUID()], env);
      return (bought as { order_no: string }).order_no;
    },
    async verify(own, { id, timestamp, signatures, body: text }) {
      const given = [own, id, String(timestamp), signatures];
      const command = ['python3', '-I', '-S', 'examples/shop.py', 'verify', ...given];
      return (await run(command, process.env, text)) as boolean;
    },
  },
  'a generated client, with the check of the guide': {
    async buy(key) {
      const client = await generateClient(key);
      const { data: list } = await client.goods.listGoods();
      const wanted = { goods_id: list.items[0]!.id, quantity: 1 };
      const { data: quote } = await client.orders.quoteOrder(wanted);
      const order = { ...wanted, total_amount: quote.total_amount };
      const { order_no } = (await client.orders.placeOrder(order, randomUUID())).data;
      await client.orders.readAccounts(order_no);
      return order_no;
    },
    async verify(own, message) {
      const guide = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
      const file = join(makeFolder(), 'check.ts');
      writeFileSync(file, /```ts\n([^]*?)```/.exec(guide)![1]!);
      const { isGenuine } = (await import(file)) as { isGenuine(...given: unknown[]): boolean };
      return isGenuine(own, headersOf(message), message.body);
    },
  },
};

test.each(Object.entries(PROGRAMS).filter(([name]) => !name.startsWith('shop.py') || isInstalled('python3')))(
  'by %s an order is placed and delivered, and its webhook verified',
  async (_name, program) => {
    const { env, key, orders, by } = await openBuyer();
    const receiver = await startReceiver();
    const { secret: own } = await listen(by, receiver.url, 'order.completed');
    const orderNo = await program.buy(key, env);
    const job = createSendWebhooksJob(inSandbox(shop.ctx));
    await job.run();
    await job.idle();
    expect(await orders()).toMatchObject([{ order_no: orderNo, status: 'completed' }]);
    const [message, ...more] = receiver.messages;
    expect(more).toEqual([]);
    expect(JSON.parse(message!.body)).toMatchObject({ type: 'order.completed', data: { order_no: orderNo } });
    expect(await program.verify(own, message!)).toBe(true);
    expect(await program.verify(own, { ...message!, body: `${message!.body} ` })).toBe(false);
    expect(await program.verify(`whsec_${randomBytes(32).toString('base64')}`, message!)).toBe(false);
  },
);

/** How an assistant is told to start `portside mcp`: from any folder, and without fetching a package by its name. */
function readAssistantArgs(): string[] {
  const [, text] = /```json\n(.*?)```/s.exec(readFileSync(join(root, 'examples/README.md'), 'utf8'))!;
  const { command, args } = JSON.parse(text!).mcpServers.shop as { command: string; args: string[] };
  expect(command).toBe('node');
  return args.map((one) => one.replace('/path/to/portside', root));
}

/** Calls of an assistant, or lines, one after the other, on the standard input of `portside mcp`. */
async function talk(env: NodeJS.ProcessEnv, calls: readonly (object | string)[]): Promise<any[]> {
  const child = spawn(process.execPath, readAssistantArgs(), { cwd: tmpdir(), env });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answers: unknown[] = [];
  for (const [id, call] of calls.entries()) {
    const line = typeof call === 'string' ? call : JSON.stringify({ jsonrpc: '2.0', id, ...call });
    child.stdin.write(`${line}\n`);
    answers.push(JSON.parse((await lines.next()).value as string));
  }
  child.stdin.end();
  return answers;
}

test('an assistant looks up, orders within what was agreed, and reports an account', async () => {
  const { env, orders } = await openBuyer();
  const use = (name: string, given: object) => ({ method: 'tools/call', params: { name, arguments: given } });
  const contentOf = ({ result }: any) => JSON.parse(result.content[0].text as string);
  const [hello, tools, found] = await talk(env, [
    { method: 'initialize', params: { protocolVersion: '2025-03-26' } },
    { method: 'tools/list' },
    use('find_products', { in_stock: true }),
  ]);
  expect(hello.result).toMatchObject({ protocolVersion: '2025-03-26', capabilities: { tools: {} } });
  expect(tools.result.tools.map(({ name }: { name: string }) => name)).toContain('place_order');
  const wanted = { goods_id: contentOf(found).products[0].id, quantity: 1 };
  const order = (total_amount: string) =>
    use('place_order', { ...wanted, total_amount, number: 'assistant-1' });
  const [quote, unsent, dear, placed, again, stranger, unknown] = await talk(env, [
    use('quote', wanted),
    use('place_order', { ...wanted, total_amount: '1.5', number: 'заказ 7' }),
    order('1'),
    order('1.5'),
    order('1.5'),
    use('read_order', { order_no: 'ORD99999999' }),
    { method: 'resources/list' },
  ]);
  expect(contentOf(quote)).toMatchObject({ total_amount: '1.5' });
  expect(contentOf(unsent).reason).toContain('visible characters of ASCII');
  expect([dear.result.isError, contentOf(dear).reason]).toEqual([true, 'priceChanged']);
  expect(contentOf(again)).toEqual(contentOf(placed));
  expect([stranger.result.isError, contentOf(stranger).code]).toEqual([true, 506]);
  expect(unknown.error.code).toBe(-32_601);
  const { order_no } = contentOf(placed);
  expect(await orders()).toMatchObject([{ order_no }]);
  const [names] = await talk(env, [use('list_account_names', { order_no })]);
  const item_ids = contentOf(names).items.map(({ id }: { id: string }) => id);
  const [claim] = await talk(env, [use('report_accounts', { order_no, item_ids, reason: 'Wrong password' })]);
  expect(contentOf(claim)).toMatchObject({ order_no, accounts: 1 });
  expect(JSON.stringify([found, placed, names])).not.toContain(texts[0]!.split('----')[1]);
});

test('what is no request of an assistant is answered, and the next one too', async () => {
  const { env } = await openBuyer();
  const call = (params: unknown) => ({ method: 'tools/call', params });
  const answers = await talk(env, [
    'null',
    '[]',
    '"ping"',
    '{',
    call(null),
    call('quote'),
    call({ name: 'quote', arguments: 'goods' }),
    call({ name: 'quote', arguments: null }),
    call({ name: { toString: null } }),
    call({ name: 'find_products', arguments: { words: { deep: [] } } }),
    { method: { toString: null } },
    { method: 'ping' },
  ]);
  expect(answers.slice(0, 7).map(({ error }) => error.code)).toEqual([
    -32_600, -32_600, -32_600, -32_700, -32_602, -32_602, -32_602,
  ]);
  expect(answers[7].result.isError).toBe(true);
  expect(answers[8].error.code).toBe(-32_602);
  expect(answers[9]).toHaveProperty('result');
  expect(answers.at(-1)).toMatchObject({ id: 11, result: {} });
});

type Answered<T> = Promise<{ readonly data: T }>;
/** The part of the generated client that the test calls; it is made while the test runs. */
type Generated = {
  readonly goods: { listGoods(): Answered<{ items: { id: string }[] }> };
  readonly orders: {
    quoteOrder(body: object): Answered<{ total_amount: string }>;
    placeOrder(body: object, idempotencyKey: string): Answered<{ order_no: string }>;
    readAccounts(orderNo: string): Answered<{ items: { text: string }[] }>;
  };
};
