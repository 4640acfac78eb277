import { createClient, ShopError, type Client } from '@portside/client';
import { createInterface } from 'node:readline';
import { CommandError, type Command } from './command.ts';

/**
 * A server of the Model Context Protocol on standard input and output: an assistant looks up, orders and reports with a
 * buyer's key, within what that key may do. Written here because the protocol's own library brings 17 packages, a web
 * server among them, for what are six methods of JSON-RPC over lines.
 */
export const mcp: Command = {
  summary:
    'Serve a shop to an assistant (Model Context Protocol), with PORTSIDE_URL and a buyer’s PORTSIDE_KEY.',
  usage: ['mcp                     on standard input and output; the assistant starts it'],
  async run() {
    const { PORTSIDE_URL: url, PORTSIDE_KEY: key } = process.env;
    if (!url || !key) throw new CommandError('portside mcp needs PORTSIDE_URL and PORTSIDE_KEY.');
    const client = createClient({ url, key });
    const underWay = new Set<Promise<void>>();
    const answer = async (line: string): Promise<void> => {
      const said = await answerLine(client, line);
      if (said !== null) process.stdout.write(`${JSON.stringify(said)}\n`);
    };
    // Side by side: an assistant whose ping waits for a slow order would take this server for dead.
    for await (const line of createInterface({ input: process.stdin })) {
      const answered = answer(line);
      underWay.add(answered);
      void answered.finally(() => underWay.delete(answered));
    }
    await Promise.all(underWay);
    return 0;
  },
};

type Message = {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: object;
    readonly protocolVersion?: string;
  };
};
const VERSIONS: ReadonlySet<string> = new Set(['2025-06-18', '2025-03-26', '2024-11-05']);
const NEWEST = '2025-06-18';

const UNREADABLE = -32_700;
const WRONG_REQUEST = -32_600;
const UNKNOWN_METHOD = -32_601;
const WRONG_PARAMETERS = -32_602;
const failure = (id: Message['id'], code: number, message: string) => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message },
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answer to a line; null to a notification. */
async function answerLine(client: Client, line: string): Promise<object | null> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return failure(null, UNREADABLE, 'not JSON');
  }
  if (!isObject(message)) return failure(null, WRONG_REQUEST, 'not a request');
  const { id, method, params = {} } = message as Message;
  if (id === undefined) return null;
  if (typeof method !== 'string') return failure(id, WRONG_REQUEST, 'no method');
  if (!isObject(params)) return failure(id, WRONG_PARAMETERS, 'params is no object');
  const result = (given: object) => ({ jsonrpc: '2.0', id, result: given });
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion: VERSIONS.has(params.protocolVersion ?? '') ? params.protocolVersion : NEWEST,
        capabilities: { tools: {} },
        serverInfo: { name: 'portside', version: '0.1.0' },
        instructions: 'Quote before ordering, and order only what the user agreed to. Amounts are in USDT.',
      });
    case 'ping':
      return result({});
    case 'tools/list':
      return result({
        tools: Object.entries(TOOLS).map(([name, tool]) => describe(name, tool)),
      });
    case 'tools/call': {
      const name = typeof params.name === 'string' ? params.name : '';
      const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
      if (!tool) return failure(id, WRONG_PARAMETERS, `no such tool: ${name}`);
      const input = params.arguments ?? {};
      if (!isObject(input)) return failure(id, WRONG_PARAMETERS, 'arguments is no object');
      return result(await callTool(tool, client, input));
    }
    default:
      return failure(id, UNKNOWN_METHOD, `no such method: ${method}`);
  }
}

const describe = (name: string, { description, inputSchema, annotations }: Tool) => ({
  name,
  description,
  inputSchema,
  annotations,
});

/** A refusal is an answer to the assistant, which can do something about it. */
async function callTool(tool: Tool, client: Client, input: object): Promise<object> {
  const text = (value: unknown) => [{ type: 'text', text: JSON.stringify(value) }];
  const missing = tool.inputSchema.required.filter((name) => !(name in input));
  if (missing.length > 0) return { content: text({ missing }), isError: true };
  try {
    return { content: text(await tool.run(client, input as never)) };
  } catch (error) {
    if (error instanceof RangeError) return { content: text({ reason: error.message }), isError: true };
    if (!(error instanceof ShopError))
      return { content: text({ reason: 'the shop does not answer' }), isError: true };
    const { code, reason, message, faults } = error;
    return { content: text({ code, reason, message, faults }), isError: true };
  }
}

type Tool = {
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
  run(client: Client, input: never): Promise<unknown>;
};

const text = (description: string) => ({ type: 'string', description });
const count = { type: 'integer', minimum: 1 };
const READS = { readOnlyHint: true };
const takes = (
  properties: Record<string, object>,
  optional: readonly string[] = [],
): Tool['inputSchema'] => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** Nothing here reads account data: passwords are no matter for an assistant. */
const TOOLS: Readonly<Record<string, Tool>> = {
  find_products: {
    description: 'Products on sale that match some words, with stock, price and smallest quantity',
    inputSchema: takes({ words: text('words of the name'), in_stock: { type: 'boolean' } }, [
      'words',
      'in_stock',
    ]),
    annotations: READS,
    async run(client, { words, in_stock }: { words?: string; in_stock?: boolean }) {
      const query = { limit: 50, ...(words && { q: words }), ...(in_stock && { in_stock: 'true' as const }) };
      const { items, total } = await client.call('GET /api/goods', { query });
      const shown = items.map(
        ({ id, name, description, price, price_tiers, stock, min_quantity, max_quantity }) => {
          return { id, name, description, price, price_tiers, stock, min_quantity, max_quantity };
        },
      );
      return { products: shown, total };
    },
  },
  quote: {
    description: 'What an order would cost now. Reserves nothing',
    inputSchema: takes({ goods_id: text('id of a product'), quantity: count }),
    annotations: READS,
    run: (client, input: { goods_id: string; quantity: number }) => client.quote(input),
  },
  place_order: {
    description: 'Buys accounts from the balance. Repeated with the same number it is the same order',
    inputSchema: takes({
      goods_id: text('id of a product'),
      quantity: count,
      total_amount: text('what the user agreed to pay, as quoted; more is refused'),
      number: text('a number of its own for this purchase, kept for repetitions: visible ASCII, no blanks'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true },
    run(client, input: { goods_id: string; quantity: number; total_amount: string; number: string }) {
      const { number, goods_id, quantity, total_amount } = input;
      return client.placeOrder({ goods_id, quantity, total_amount }, number);
    },
  },
  read_order: {
    description: 'The state of an order, without its accounts',
    inputSchema: takes({ order_no: text('number of the order') }),
    annotations: READS,
    run: (client, { order_no }: { order_no: string }) => client.readOrder(order_no),
  },
  list_account_names: {
    description: 'Ids and names of an order’s accounts, to report one of them',
    inputSchema: takes({ order_no: text('number of the order') }),
    annotations: READS,
    run: (client, { order_no }: { order_no: string }) =>
      client.call('GET /api/orders/:order_no/accounts/names', { params: { order_no } }),
  },
  report_accounts: {
    description: 'Claims the warranty for accounts that do not work',
    inputSchema: takes({
      order_no: text('number of the order'),
      item_ids: { type: 'array', items: { type: 'string' }, minItems: 1 },
      reason: text('what happens at sign-in'),
    }),
    annotations: { readOnlyHint: false },
    run: (client, { order_no, ...claim }: { order_no: string; item_ids: string[]; reason: string }) =>
      client.claim(order_no, claim),
  },
};
