/**
 * Owns the catalogue: categories and goods (products), their prices by quantity, their texts in four languages. How
 * many are free is known to stock, the feature below.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { copyGoods, createGoods, updateGoods, setGoodsOnSale } from './write-goods.ts';
import { exportGoods, listAllCategories, listAllGoods, readAnyGoods } from './list-all-goods.ts';
import { listCategories, listGoods, readGoods, type SalesPort } from './list-goods.ts';
import { readGoodsImage, removeGoodsImage, setGoodsImage } from './goods-image.ts';
import { createCategory, deleteCategory, updateCategory } from './categories.ts';
import type { Prices } from '@portside/contract/wire/price';

export { cleanTexts, withoutEmptyTexts, createGoods, setGoodsOnSale } from './write-goods.ts';
export { listGoods } from './list-goods.ts';
export {
  findGoods,
  findGoodsInCategory,
  listCategoryRows,
  listGoodsOnSale,
  type GoodsRow,
  type Texts,
} from './goods.sql.ts';
export { goodsImages } from './goods.present.ts';
export { nameCategories, nameGoods } from './list-all-goods.ts';
export { offersOf, type Offer } from './offers.sql.ts';
export { goodsAddress, readGoodsHead, countListedGoods, listListedGoods } from './read-goods-head.ts';
export { setGoodsImage } from './goods-image.ts';
export { watchStock } from './watch-stock.ts';
export { createCategory } from './categories.ts';

/** `sales` counts what was sold, which a higher feature knows. */
export const goodsRoutes = (sales: SalesPort) =>
  ({
    listCategories,
    listGoods: (ctx, input) => listGoods(ctx, input, sales),
    readGoods: (ctx, input) => readGoods(ctx, input, sales),
    readGoodsImage,
    listAllCategories,
    createCategory,
    updateCategory,
    deleteCategory,
    listAllGoods,
    exportGoods,
    readAnyGoods,
    createGoods,
    updateGoods,
    copyGoods,
    setGoodsOnSale,
    setGoodsImage,
    removeGoodsImage,
  }) satisfies Partial<Routes>;

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A product's unit price or its tiers are others than before; announced with the change. */
    goodsPriceChanged: { readonly goodsId: bigint; readonly before: Prices; readonly after: Prices };
    /** The last free item of a product was sold or withdrawn. Announced within seconds, once for each time. */
    stockRanOut: { readonly goodsId: bigint };
    /** A product without a free item has some again, or for the first time. Announced within seconds, once. */
    stockReturned: { readonly goodsId: bigint };
  }
}
