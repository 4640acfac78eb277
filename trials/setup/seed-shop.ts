import { NETWORKS } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { buildCategory, buildGoods } from '../../apps/server/src/testing/build.ts';
import { setPaymentMethod } from '../../apps/server/src/features/payment-methods/index.ts';
import { insertSetting } from '../../apps/server/src/features/settings/index.ts';
import { importStock } from '../../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import type { Journal } from './load/journal.ts';
import { OWN_NETWORK } from './load/new-recharge.ts';
import { withShop, type Keys } from './open-shop.ts';
import type { Target } from './target.ts';

type Seed = {
  readonly target: Target;
  readonly keys: Keys;
  readonly chains: Devchain;
  readonly journal: Journal;
  readonly stock?: readonly number[];
};

/** The last one sells out soon, so that there are refusals too. */
const STOCK = [6_000, 3_000, 120];
const PRICE_MICRO = 50_000n;

/** What an import brings while the shop is killed: it holds every fourth line, which has the login of the one before. */
export const ALIKE = 'import-';

/** Unique lines that contain their origin. */
export function* linesOf(tag: string, count: number): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    const isAlike = tag.startsWith(ALIKE) && number % 4 === 3;
    yield `${tag}-${isAlike ? number - 1 : number}@trial.example----secret-${number}`;
  }
}

/**
 * Migrates, adds the local chains, one of them with deposit addresses, and puts products on sale, all with the shop's
 * own use cases.
 */
export function seedShop({ target, keys, chains, journal, stock = STOCK }: Seed): Promise<string[]> {
  return withShop(target, keys, async (ctx) => {
    await migrate(ctx.db);
    // Nobody reads the codes that are mailed.
    await insertSetting(ctx.db, 'confirm_email', false, new Date());
    for (const type of NETWORKS) {
      const { chainId, contractAddress, walletAddress, checkoutAddress, factoryAddress } =
        chains.chains[type];
      const method = { type, chainId, contractAddress, walletAddress, checkoutAddress };
      const own = type === OWN_NETWORK && factoryAddress ? { factoryAddress } : {};
      await setPaymentMethod(ctx, { ...method, ...own, nodesOnLoopback: true });
    }
    const goods: string[] = [];
    for (const [index, count] of stock.entries())
      goods.push(await putOnSale(ctx, journal, { tag: `seed-${index}`, count }));
    return goods;
  });
}

/** A new product with this many accounts. */
export async function putOnSale(
  ctx: Ctx,
  journal: Journal,
  { tag, count }: { readonly tag: string; readonly count: number },
): Promise<string> {
  const categoryId = await buildCategory(ctx, { en: 'Trial' }, 1);
  const goodsId = await createProduct(ctx, categoryId, journal.imports.length);
  await importStock(ctx, { goodsId, gender: 'unspecified', note: tag, lines: linesOf(tag, count) });
  journal.imports.push({ tag, lines: count, isAcknowledged: true });
  return String(goodsId);
}

export const createProduct = (ctx: Ctx, categoryId: bigint, sort: number): Promise<bigint> =>
  buildGoods(ctx, {
    category_id: categoryId,
    name: { en: `Trial mailbox ${sort}` },
    description: { en: '' },
    price_micro: PRICE_MICRO,
    genders: ['random'],
    sort,
  });
