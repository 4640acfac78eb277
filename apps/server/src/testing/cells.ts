import { randomBytes } from 'node:crypto';
import type { Ctx } from '../platform/context.ts';
import {
  contract,
  parseMicro,
  paths,
  type Access,
  type Endpoint,
  type EndpointName,
} from '@portside/contract';
import { openSession } from '../features/sessions/open-session.ts';
import { setUserStatus, type UserRow } from '../features/users/index.ts';
import { signInAdmin, createPerson } from './people.ts';
import { bearer, type TestShop } from './app.ts';
import { buildAgent, buildGoods, fund, stockUp, insertPayoutRequest } from './build.ts';
import { createFollowedChain } from './followed-chain.ts';
import { imageForm, pngBytes } from './image-form.ts';

/** Who calls: the columns of the authorization matrix. */
export const COLUMNS = [
  'visitor',
  'buyer on own',
  "buyer on another's",
  'ticket',
  'frozen',
  'agent',
  'admin without the permission',
  'admin with it',
  'admin without a second factor',
] as const;
export type Column = (typeof COLUMNS)[number];

export const ENDPOINTS = Object.keys(paths) as EndpointName[];
export const endpointOf = (name: EndpointName): Endpoint => contract[name];

type Headers = Record<string, string>;

/** People of every kind, a thing of each owned kind, and fresh tokens for every call. */
export type Cells = {
  headersOf(name: EndpointName, column: Column): Promise<Headers>;
  /** What of theirs each of the two buyers names. */
  readonly own: Owned;
  readonly others: Owned;
};
export type Owned = {
  readonly order_no: string;
  /** An account of the order. */
  readonly item: string;
  readonly order_id: string;
  readonly session: string;
  /** A message of the conversation with the shop; it holds an image. */
  readonly message: string;
  /** An API key. */
  readonly key: string;
  /** That their own address has changed. */
  readonly notice: string;
  readonly webhook: string;
  readonly standing: string;
  /** A payout request. */
  readonly payout: string;
};

export async function buildCells(shop: TestShop): Promise<Cells> {
  const { ctx } = shop;
  await createFollowedChain(ctx, 'TRON');
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 2);
  const [buyer, stranger, frozen, agent] = await Promise.all(
    Array.from({ length: 4 }, async () => (await createPerson(ctx)).user),
  );
  await buildAgent(ctx, { userId: agent!.id, platformName: 'Quay', telegram: '@quay' });
  await setUserStatus(ctx, frozen!.id, 'frozen');
  const signIn = async (user: UserRow): Promise<Headers> =>
    bearer((await openSession(ctx, user, { address: '203.0.113.5', userAgent: 'test' })).token);
  const own = await buildOwned(shop, goodsId, buyer!, await signIn(buyer!));
  const others = await buildOwned(shop, goodsId, stranger!, await signIn(stranger!));
  // There are no tickets for what the matrix has cancelled.
  const ticket = await openTicket(shop, own.order_id, await signIn(buyer!));
  const headersOf = async (name: EndpointName, column: Column): Promise<Headers> => {
    const action = actionOf(endpointOf(name).access);
    switch (column) {
      case 'visitor':
        return {};
      case 'buyer on own':
      case "buyer on another's":
        return signIn(buyer!);
      case 'ticket':
        return ticket;
      case 'frozen':
        return signIn(frozen!);
      case 'agent':
        return signIn(agent!);
      case 'admin with it':
        return (await signInAdmin(ctx, action === null ? [] : [action])).headers;
      case 'admin without the permission':
        return (await signInAdmin(ctx, everythingBut(action))).headers;
      default:
        return signIn((await signInAdmin(ctx, action === null ? [] : [action])).user);
    }
  };
  return { headersOf, own, others };
}

export const actionOf = (access: Access): string | null =>
  typeof access === 'object' ? access.action : null;

/** Every action that any endpoint asks for, but this one. */
const everythingBut = (action: string | null): string[] =>
  ENDPOINTS.flatMap((name) => actionOf(endpointOf(name).access) ?? []).filter((one) => one !== action);

async function buildOwned(shop: TestShop, goodsId: bigint, user: UserRow, as: Headers): Promise<Owned> {
  await fund(shop.ctx, user.id, parseMicro('10'));
  const wanted = { goods_id: goodsId.toString(), quantity: 1 };
  const order = await shop.call('POST', '/api/orders', wanted, as);
  const path = `/api/orders/${order.data.order_no}/accounts`;
  const item = (await shop.call('GET', path, undefined, as)).data.items[0].id;
  const recharge = await shop.call('POST', '/api/recharges', { type: 'TRON', amount: '20' }, as);
  const { items } = (await shop.call('GET', '/api/auth/sessions', undefined, as)).data;
  return {
    order_no: order.data.order_no,
    item,
    order_id: recharge.data.order_id,
    session: items[0].id,
    message: await sendImage(shop, as),
    key: await insertKey(shop.ctx, user),
    notice: await insertNotice(shop.ctx, user),
    payout: await insertPayout(shop.ctx, user),
    webhook: (await shop.call('POST', '/api/webhooks', WEBHOOK, as)).data.webhook.id,
    standing: (await shop.call('POST', '/api/standing-orders', { ...wanted, most_price: '1', days: 1 }, as))
      .data.id,
  };
}

const WEBHOOK = { url: 'https://hooks.example/portside', events: ['order.completed'] };

/** A row only. */
async function insertKey({ db, clock }: Ctx, user: UserRow): Promise<string> {
  const values = { kind: 'buyer', name: 'test', hint: '', key_hash: randomBytes(32) } as const;
  const { id } = await db
    .insertInto('api_keys')
    .values({ ...values, user_id: user.id, scopes: ['balance'], ranges: [], created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id.toString();
}

/** One that is withdrawn already. */
async function insertPayout(ctx: Ctx, user: UserRow): Promise<string> {
  await buildAgent(ctx, { userId: user.id, platformName: 'Pier', telegram: '' });
  return (await insertPayoutRequest(ctx, user.id, 'cancelled')).toString();
}

/** A row only. */
async function insertNotice({ db, clock }: Ctx, user: UserRow): Promise<string> {
  const now = clock.now();
  const change = { method_id: 999_999n, network: 'TRON', created_at: now } as const;
  await db
    .insertInto('factory_changes')
    .values({ ...change, done_at: now })
    .onConflict((conflict) => conflict.column('method_id').doNothing())
    .execute();
  const { id } = await db
    .insertInto('address_notices')
    .values({
      ...change,
      user_id: user.id,
      chain_id: 1n,
      mailed_at: now,
      opened_at: null,
      dismissed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id.toString();
}

/** A message of the user's that holds an image. */
async function sendImage({ app }: TestShop, as: Headers): Promise<string> {
  const { payload, headers } = await imageForm(pngBytes());
  const url = '/api/support/images';
  const answer = await app.http.inject({ method: 'POST', url, payload, headers: { ...headers, ...as } });
  return answer.json().data.id;
}

async function openTicket(shop: TestShop, orderId: string, as: Headers): Promise<Headers> {
  const { data } = await shop.call('POST', `/api/recharges/${orderId}/tickets`, undefined, as);
  const ticket = new URL(data.url).hash.slice('#ticket='.length);
  return bearer((await shop.call('POST', '/api/recharges/tickets', { ticket })).data.token);
}
