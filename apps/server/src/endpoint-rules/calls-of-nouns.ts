import type { BrandState, EndpointName } from '@portside/contract';
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
