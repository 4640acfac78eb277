import type { BrandState, EndpointName } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { placeOrder } from '../features/orders/index.ts';
import { importStock, keepFromSale } from '../features/stock/index.ts';
import { sendSupportMessage } from '../features/support/send-message.ts';
import { createPerson } from '../testing/people.ts';
import { buildBuyer, buildGoods } from '../testing/build.ts';
import type { Ctx } from '../platform/context.ts';
import { pngBytes } from '../testing/image-form.ts';

type Call = { readonly id?: string; readonly body?: unknown; readonly image?: Buffer };
type Make = (endpoint: EndpointName, call: Call) => Promise<BrandState>;

/** How the calls of the brand are made so that each changes something. `name` answers another text every time. */
export function brandCalls(make: Make, name: () => string) {
  const written = () => ({ body: { name: { en: name() } } });
  const draft = async (): Promise<Call> => {
    const { draft: saved } = await make('saveBrandDraft', written());
    return { body: { updated_at: saved!.updated_at } };
  };
  return {
    saveBrandDraft: () => Promise.resolve(written()),
    setBrandLogo: () => Promise.resolve({ image: pngBytes('', { width: 512, height: 512 }) }),
    setBrandPicture: () =>
      Promise.resolve({ id: 'wordmark', image: pngBytes('', { width: 300, height: 120 }) }),
    discardBrandDraft: () => draft().then(() => ({})),
    publishBrand: draft,
    undoBrand: async () => {
      const { published } = await make('publishBrand', await draft());
      return { body: { published_at: published!.published_at } };
    },
  };
}

type Made = { readonly withdrawal_id: string; readonly move_id: string };
type MakeStock = (endpoint: EndpointName, call: Call) => Promise<Made>;

/** How stock is withdrawn, restored, moved and aged, each time of another product with an account on sale. */
export function stockCalls(
  make: MakeStock,
  stocked: () => Promise<{ readonly goods_id: string }>,
  buildGoods: () => Promise<bigint>,
) {
  const move = async () => ({
    goods_id: (await stocked()).goods_id,
    to_goods_id: String(await buildGoods()),
  });
  const rule = async () => {
    const { goods_id: id, to_goods_id } = await move();
    return { id, body: { to_goods_id, days: 30 } };
  };
  return {
    restoreStock: async () => {
      const body = { goods_id: (await stocked()).goods_id, reason: 'by mistake' };
      const { withdrawal_id } = await make('withdrawStock', { body });
      return { body: { withdrawal_id } };
    },
    moveStock: async () => ({ body: await move() }),
    undoStockMove: async () => ({ id: (await make('moveStock', { body: await move() })).move_id }),
    setAgeingRule: rule,
    deleteAgeingRule: async () => {
      const call = await rule();
      await make('setAgeingRule', call);
      return { id: call.id };
    },
  };
}

/** The operator's checker, at an address that there is not, and an import that waits; `open` begins one. */
export function checkerCalls(
  make: (endpoint: EndpointName, call: Call) => Promise<unknown>,
  name: () => string,
  open: () => Promise<{ readonly ctx: Ctx; readonly id: string }>,
) {
  const written = () => ({
    body: {
      url: `https://${name()}.invalid/check`,
      is_on: false,
      per_minute: 1,
      sample_size: 0,
      ahead: 0,
      dead_percent: 1,
      checks_claims: false,
      remedy: 'none',
      limit_days: 1,
      most_per_buyer: 0,
      most_per_product: 0,
      most_per_supplier: 0,
      goods_ids: [],
    },
  });
  const afterSet = async (): Promise<Call> => {
    await make('setChecker', written());
    return {};
  };
  return {
    setChecker: () => Promise.resolve(written()),
    rotateCheckerSecret: afterSet,
    testChecker: afterSet,
    releaseStockBatch: async () => {
      const { ctx, id } = await open();
      await keepFromSale(ctx.db, BigInt(id), 'release');
      return { id };
    },
  };
}

type Webhooks = {
  readonly items: readonly { readonly id: string }[];
  readonly webhook: { readonly id: string };
};

/** Endpoints of the shop, which has few: the one before is deleted. */
export function webhookCalls(
  make: (endpoint: EndpointName, call: Call) => Promise<Webhooks>,
  name: () => string,
) {
  const webhook = () => ({ url: `https://${name()}.example/hook`, events: ['stock.low'] });
  async function made(): Promise<string> {
    for (const { id } of (await make('listShopWebhooks', {})).items) await make('deleteShopWebhook', { id });
    return (await make('createShopWebhook', { body: webhook() })).webhook.id;
  }
  return {
    createShopWebhook: async () => ({ body: webhook() }),
    updateShopWebhook: async () => ({ id: await made(), body: { ...webhook(), is_on: false } }),
    deleteShopWebhook: async () => ({ id: await made() }),
    rotateShopWebhookSecret: async () => ({ id: await made() }),
    resendShopWebhooks: async () => ({ id: await made(), body: { since: '2026-01-01T00:00:00Z' } }),
    testShopWebhook: async () => ({ id: await made() }),
  };
}

/** Lets an account be sold that came from a supplier at 5 USDT and has no warranty; answers the supplier's id. */
export async function owedSupplier(ctx: Ctx, id: string): Promise<string> {
  const goodsId = await buildGoods(ctx, { warranty_hours: 0 });
  const { batchId } = await importStock(ctx, {
    goodsId,
    gender: 'unspecified',
    note: '',
    lines: [`${randomUUID()}----secret`],
    purchase: { cost_micro: 5_000_000n, cost_per: 'each', supplier_id: BigInt(id) },
  });
  const buyer = await buildBuyer(ctx, 5_000_000n);
  const body = { goods_id: String(goodsId), quantity: 1, gender: 'random' } as const;
  await placeOrder(buyer.ctx, { body, idempotencyKey: String(batchId) });
  return id;
}

/** An import with a held line. */
export async function importHeldLine(ctx: Ctx): Promise<string> {
  const name = randomUUID();
  const lines = [`${name}----key`, `${name}----other key`];
  const goodsId = await buildGoods(ctx);
  return String((await importStock(ctx, { goodsId, gender: 'male', note: '', lines })).batchId);
}

/** A user who has written to the shop, and their message. */
export async function askForHelp(ctx: Ctx): Promise<{ id: string; message: string }> {
  const { user, actor } = await createPerson(ctx);
  const message = await sendSupportMessage({ ...ctx, actor }, { text: 'hello' });
  return { id: user.id.toString(), message: message.id };
}
