import { signInAdmin, type TestAdmin } from './people.ts';
import { bearer, type Answer, type TestShop } from './app.ts';
import { buildGoods, fund, stockUp } from './build.ts';
import { findWarrantyClaimsOfOrder } from '../features/orders/after-sales/warranty-claims.sql.ts';
import { findOrderByNo } from '../features/orders/orders.sql.ts';
import { findSoldItems } from '../features/orders/sold-items.sql.ts';
import type { Db } from '../platform/db/db.ts';
import type { AfterSales } from './models/order-model.ts';

/** An order placed over HTTP, with what its buyer and an admin can do with it. */
export type Sale = {
  readonly orderNo: string;
  readonly userId: bigint;
  readonly goodsId: bigint;
  readonly buyer: Record<string, string>;
  readonly admin: TestAdmin;
  /** The texts on sale; the first ones were sold. */
  readonly lines: readonly string[];
  order(): Promise<any>;
  /** What the buyer is told of on the page. */
  notices(): Promise<any>;
  /** By id, as the back office sees them. */
  items(): Promise<{ id: string; state: string; replaced_by: string | null; claim: any }[]>;
  ids(): Promise<string[]>;
  texts(): Promise<{
    good: string[];
    remedied: { id: string; replaced_by: string | null; text: string | null }[];
  }>;
  claims(): Promise<any[]>;
  events(): Promise<any[]>;
  balance(): Promise<string>;
  claim(itemIds: readonly string[]): Promise<Answer>;
  replace(body: object): Promise<Answer>;
  refund(body?: object): Promise<Answer>;
};

/** Lets a registered user order one account, so that they count as a buyer. */
export async function buyOnce(
  { ctx, call }: TestShop,
  { token, id }: { readonly token: string; readonly id: string },
): Promise<void> {
  const goodsId = await buildGoods(ctx, { price_micro: 1_000_000n });
  await stockUp(ctx, goodsId, 1);
  await fund(ctx, BigInt(id), 1_000_000n);
  const wanted = { goods_id: goodsId.toString(), quantity: 1 };
  const { code } = await call('POST', '/api/orders', wanted, bearer(token));
  if (code !== 200) throw new Error(`the order was refused: ${code}`);
}

/** An order of a fresh buyer who has 10 USDT left; an account costs `price` USDT. */
export async function sell(
  { ctx, call, register }: TestShop,
  quantity: number,
  { stock = quantity + 3, price = 1, warrantyHours = 24 } = {},
): Promise<Sale> {
  const admin = await signInAdmin(ctx);
  const { token, id } = await register();
  const buyer = bearer(token);
  const goodsId = await buildGoods(ctx, {
    price_micro: BigInt(price) * 1_000_000n,
    warranty_hours: warrantyHours,
  });
  const lines = await stockUp(ctx, goodsId, stock);
  await fund(ctx, BigInt(id), BigInt(quantity * price + 10) * 1_000_000n);
  const wanted = { goods_id: goodsId.toString(), quantity };
  const orderNo = (await call('POST', '/api/orders', wanted, buyer)).data.order_no as string;
  const own = `/api/orders/${orderNo}`;
  const any = `/api/admin/orders/${orderNo}`;
  const read = async (path: string, headers = admin.headers): Promise<any> =>
    (await call('GET', path, undefined, headers)).data;
  const items = async () => (await read(`${any}/items`)).items;
  return {
    orderNo,
    userId: BigInt(id),
    goodsId,
    buyer,
    admin,
    lines,
    order: () => read(own, buyer),
    notices: () => read('/api/notices', buyer),
    items,
    ids: async () => (await items()).map((item: { id: string }) => item.id),
    texts: async () => {
      const data = await read(`${own}/accounts`, buyer);
      return { good: data.items.map(({ text }: { text: string }) => text), remedied: data.remedied_items };
    },
    claims: async () => (await read(`${own}/claims`, buyer)).items,
    events: async () => (await read(any)).events,
    balance: async () => (await read(`/api/users/${id}`)).exact_balance,
    claim: (itemIds) => call('POST', `${own}/claims`, { item_ids: itemIds, reason: 'cannot sign in' }, buyer),
    replace: (body) => call('POST', `${any}/replacements`, { reason: 'dead', ...body }, admin.headers),
    refund: (body = {}) => call('POST', `${any}/refunds`, { reason: 'dead', ...body }, admin.headers),
  };
}

/** Items and claims by their position instead of their id. */
export async function readAfterSales(db: Db, orderId: bigint): Promise<AfterSales> {
  const items = await findSoldItems(db, orderId);
  const claims = (await findWarrantyClaimsOfOrder(db, orderId)).toReversed();
  const place = (list: readonly { id: bigint }[], id: bigint | null) =>
    id === null ? null : list.findIndex((one) => one.id === id);
  return {
    items: items.map(({ state, replacedBy, claimId }) => ({
      state,
      replacedBy: place(items, replacedBy),
      claim: place(claims, claimId),
    })),
    claims: claims.map(({ state, quantity }) => ({ state, accounts: quantity })),
  };
}

/** An id that no item has. */
const NOBODYS = '999999999999';

export async function idsAt(db: Db, orderNo: string, places: readonly number[]): Promise<string[]> {
  const order = await findOrderByNo(db, orderNo);
  const items = await findSoldItems(db, order!.id);
  return places.map((place) => items[place]?.id.toString() ?? NOBODYS);
}
