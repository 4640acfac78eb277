/**
 * Owns the catalogue: categories, goods, their prices by quantity, texts in four languages.
 * How many there are is for the stock feature below to say.
 */
export { goodsRoutes } from './goods.routes.ts';
export { createCategory, createGoods, type NewGoods } from './create-goods.ts';
export {
  findGoods,
  listCategoryRows,
  listGoodsOnSale,
  readAccountFormat,
  type CategoryRow,
  type GoodsRow,
} from './goods.sql.ts';
export { nameCategories, nameGoods } from './name-goods.ts';
export { offersOf, type Offer } from './offers.sql.ts';
export type { Texts } from './goods.tables.ts';
export { textIn } from './texts.ts';
export { unitPriceMicro, type PriceTier } from './unit-price.ts';
