/**
 * Owns the catalogue: categories and goods (products), their prices by quantity, their texts in four languages. How
 * many are free is known to stock, the feature below.
 */
export { cleanTexts, withoutEmptyTexts } from './clean-texts.ts';
export { createGoods } from './create-goods.ts';
export { listGoods } from './list-goods.ts';
export { goodsRoutes } from './goods.routes.ts';
export {
  findGoods,
  listCategoryRows,
  listGoodsOnSale,
  readAccountFormat,
  type GoodsRow,
} from './goods.sql.ts';
export type { Texts } from './goods.tables.ts';
export { goodsImages } from './goods-image.ts';
export { nameCategories, nameGoods } from './name-goods.ts';
export { offersOf, type Offer } from './offers.sql.ts';
export { goodsAddress, readGoodsHead } from './read-goods-head.ts';
export { countListedGoods, listListedGoods } from './listed-goods.sql.ts';
export { setGoodsImage } from './set-goods-image.ts';
export { setGoodsOnSale } from './set-goods-on-sale.ts';
export { unitPriceMicro } from './unit-price.ts';
export { watchStock } from './watch-stock.job.ts';
export { createCategory } from './write-category.ts';
