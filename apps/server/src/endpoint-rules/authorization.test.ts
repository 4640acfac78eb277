import { errors, paths, type EndpointName } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../testing/app.ts';
import {
  actionOf,
  buildCells,
  COLUMNS,
  endpointOf,
  ENDPOINTS,
  type Cells,
  type Column,
  type Owned,
} from '../testing/cells.ts';

/**
 * The authorization matrix: every call of the contract by everybody who could make it. What each cell must
 * answer follows from the endpoint's declared access; calls on things that have an owner are listed below.
 */

type Verdict = 'passes' | 'not signed in' | 'frozen' | 'no permission' | 'second factor first' | 'not theirs';

const HASH = 'ab'.repeat(32);
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

type OwnedCall = {
  params(owned: Owned): Record<string, string>;
  readonly query?: string;
  readonly body?: object | ((owned: Owned) => object);
};
const order = (more: Omit<OwnedCall, 'params'> = {}): OwnedCall => ({
  params: ({ order_no }) => ({ order_no }),
  ...more,
});
const recharge = (more: Omit<OwnedCall, 'params'> = {}): OwnedCall => ({
  params: ({ order_id }) => ({ order_id, tx_hash: HASH }),
  ...more,
});

const webhook = (more: Omit<OwnedCall, 'params'> = {}): OwnedCall => ({
  params: ({ webhook: id }) => ({ id }),
  ...more,
});

/** Calls on things that have an owner, with the input needed to reach the check of ownership. */
const OWNED: Partial<Record<EndpointName, OwnedCall>> = {
  revokeOwnSession: { params: ({ session }) => ({ id: session }) },
  cancelPayout: { params: ({ payout }) => ({ id: payout }) },
  revokeOwnApiKey: { params: ({ key }) => ({ id: key }) },
  readSupportImage: { params: ({ message }) => ({ id: message }) },
  listWebhookDeliveries: webhook(),
  updateWebhook: webhook({
    body: { url: 'https://hooks.example/new', events: ['order.refunded'], is_on: true },
  }),
  rotateWebhookSecret: webhook(),
  testWebhook: webhook(),
  resendWebhooks: webhook({ body: { since: '2026-01-01T00:00:00Z' } }),
  deleteWebhook: webhook(),
  cancelStandingOrder: { params: ({ standing }) => ({ id: standing }) },
  dismissAddressChange: { params: ({ notice }) => ({ id: notice }) },
  readOrder: order(),
  readAccounts: order(),
  surveyAccounts: order(),
  listAccountNames: order(),
  readInstruction: order(),
  mailAccounts: order({ body: {} }),
  createWarrantyClaim: order({ body: ({ item }: Owned) => ({ item_ids: [item], reason: 'cannot sign in' }) }),
  listOrderWarrantyClaims: order(),
  readRecharge: recharge(),
  readReceipt: recharge(),
  submitTxHash: recharge({ body: { tx_hash: HASH } }),
  createTicket: recharge(),
  readAllowanceCaps: recharge({ query: `?wallet_address=${WALLET}` }),
  createAuthorization: recharge({ body: { wallet_address: WALLET, mode: 'safe', amount: '1' } }),
  readTronWallet: recharge({ query: `?wallet_address=${WALLET}` }),
  readTronChain: recharge(),
  tryTronCall: recharge({ body: { wallet_address: WALLET, contract_address: WALLET, data: '00' } }),
  sendTronTransaction: recharge({ body: { raw_data_hex: '00', signature: '00' } }),
  readTronTransaction: recharge(),
  // Last: what is cancelled can no longer be paid.
  cancelRecharge: recharge(),
};

let shop: TestShop;
let cells: Cells;
beforeAll(async () => {
  shop = await createTestShop();
  cells = await buildCells(shop);
});

/** What the endpoint's declaration says of the cell. */
function declared(name: EndpointName, column: Column): Verdict {
  const { access } = endpointOf(name);
  if (access === 'blocked') return column === 'frozen' ? 'passes' : 'not signed in';
  if (column === 'frozen') return 'frozen';
  if (access === 'visitor') return 'passes';
  if (column === 'visitor') return 'not signed in';
  if (column === 'ticket') return access === 'payer' ? 'passes' : 'not signed in';
  if (name in OWNED) return column === 'buyer on own' ? 'passes' : 'not theirs';
  if (access === 'user' || access === 'payer') return 'passes';
  if (column === 'admin without a second factor') return 'second factor first';
  if (column === 'admin with it') return 'passes';
  return access === 'admin' && column === 'admin without the permission' ? 'passes' : 'no permission';
}

const VERDICTS = new Map<number, Verdict>([
  [errors.notSignedIn.code, 'not signed in'],
  [errors.accountFrozen.code, 'frozen'],
  [errors.noPermission.code, 'no permission'],
  [errors.twoFactorMissing.code, 'second factor first'],
]);

async function ask(name: EndpointName, column: Column): Promise<Verdict> {
  const [method, path] = paths[name];
  const call = OWNED[name];
  const owned = column === "buyer on another's" ? cells.others : cells.own;
  const params: Record<string, string> = call?.params(owned) ?? {
    id: '999999999',
    order_no: 'none',
    order_id: 'none',
  };
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '0') + (call?.query ?? '');
  const answer = await shop.app.http.inject({
    method,
    url,
    headers: await cells.headersOf(name, column),
    ...(call?.body !== undefined && {
      payload: typeof call.body === 'function' ? call.body(owned) : call.body,
    }),
    // A stream has no end to wait for.
    ...(name === 'streamLive' && { payloadAsStream: true as const }),
  });
  if (name === 'streamLive' && answer.statusCode === 200) {
    answer.stream().destroy();
    return 'passes';
  }
  if (!answer.headers['content-type']?.includes('json')) return 'passes';
  const text = name === 'streamLive' ? await new Response(answer.stream() as never).text() : answer.payload;
  const { code } = JSON.parse(text) as { code: number };
  if (call && code === errors.notFound.code) return 'not theirs';
  return VERDICTS.get(code) ?? 'passes';
}

test.each(COLUMNS)('%s', async (column) => {
  const asked: Record<string, Verdict> = {};
  for (const name of ordered) asked[name] = await ask(name, column);
  expect(asked).toEqual(Object.fromEntries(ordered.map((name) => [name, declared(name, column)])));
});

/** Owned things as they are listed, so that nothing is taken away before it is asked for. */
const ordered = [...ENDPOINTS.filter((name) => !(name in OWNED)), ...(Object.keys(OWNED) as EndpointName[])];

test('every call that names an entity is for admins, public, or listed as owned', () => {
  const isOpen: EndpointName[] = [
    'readGoods',
    'readGoodsImage',
    'readCategory',
    'readCategoryImage',
    'readFamily',
    'readAgentByCode',
    'readBrandImage',
    'listAnnouncementsAt',
    'readDocument',
    // Of a product, in the caller's own cart, or that the caller waits for.
    'removeCartLine',
    'watchRestock',
    'unwatchRestock',
  ];
  const loose = ENDPOINTS.filter((name) => {
    const { access, params } = endpointOf(name);
    const isAdmins = access === 'admin' || actionOf(access) !== null;
    return params !== undefined && !isAdmins && !isOpen.includes(name) && !(name in OWNED);
  });
  expect(loose, 'add each to isOpen if everybody may read it, else to OWNED').toEqual([]);
});
