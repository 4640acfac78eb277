import type { APIRequestContext } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { signInOwner } from './people.ts';

type NewProduct = {
  readonly id: string;
  /** Puts these accounts on sale by an operator's import. */
  importLines(lines: readonly string[]): Promise<void>;
};

/** In characters; a call takes one megabyte. */
const PART = 700_000;

/** Lines of about the first one's length. */
const linesAPart = ([first = '']: readonly string[]): number =>
  Math.max(1, Math.floor(PART / (first.length + 1)));

/** Creates a product in the first category, after its others; on sale, without stock. */
export async function createProduct(request: APIRequestContext, product: object): Promise<NewProduct> {
  const by = { token: (await signInOwner(request)).token };
  const categories = await callApi(request, 'GET', '/api/admin/categories', by);
  const data = { category_id: categories.items[0].id, sort: 900, ...product };
  const { id } = await callApi(request, 'POST', '/api/admin/goods', { ...by, data });
  await callApi(request, 'PUT', '/api/admin/goods/on-sale', { ...by, data: { ids: [id], on_sale: true } });
  return {
    id,
    async importLines(lines) {
      const opened = { goods_id: id, has_right_to_sell: true };
      const batch = await callApi(request, 'POST', '/api/stock/imports', { ...by, data: opened });
      for (let from = 0; from < lines.length;) {
        const part = lines.slice(from, from + linesAPart(lines));
        const sent = { from_line: from, text: `${part.join('\n')}\n`, form: { kind: 'text' } };
        await callApi(request, 'POST', `/api/stock/imports/${batch.id}/lines`, { ...by, data: sent });
        from += part.length;
      }
      await callApi(request, 'POST', `/api/stock/imports/${batch.id}/end`, { ...by, data: {} });
    },
  };
}
