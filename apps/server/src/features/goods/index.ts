/**
 * Owns the catalogue: categories, goods (products), what these differ in and the families that share a page; prices by
 * quantity and texts in four languages. How many are free is known to stock, the feature below.
 */
import type { Routes } from '../../platform/http/routes.ts';
import type { Events } from '../../platform/context.ts';
import { copyGoods, createGoods, onGoodsPricesApproved, setGoodsOnSale, updateGoods } from './write-goods.ts';
import { applyCatalogue, previewCatalogue } from './catalogue-file.ts';
import { changeGoods, previewGoodsChange, undoGoodsChange } from './change-goods.ts';
import { exportGoods, listAllGoods, readAnyGoods } from './list-all-goods.ts';
import {
  listAllCategories,
  listCategories,
  readCategory,
  createCategory,
  deleteCategory,
  updateCategory,
} from './categories.ts';
import {
  createAttribute,
  deleteAttribute,
  listAllAttributes,
  listAttributes,
  updateAttribute,
} from './attributes.ts';
import {
  createFamily,
  deleteFamily,
  listAllFamilies,
  readFamily,
  setGoodsFamily,
  updateFamily,
} from './families.ts';
import { listGoods, listOwnGoods, readGoods, type SalesLookups } from './list-goods.ts';
import { onCostsChanged } from './floor.ts';
import type { EffectLookups } from './plan-changes.ts';
import { readSellingRules, setSellingRules, type LevelLookups } from './selling-rules.ts';
import {
  readCategoryImage,
  readGoodsImage,
  removeCategoryImage,
  removeGoodsImage,
  setCategoryImage,
  setGoodsImage,
} from './goods-image.ts';
import type { Prices } from '@portside/contract/wire/price';

export { cleanTexts, withoutEmptyTexts, createGoods, setGoodsOnSale, takeAllOffSale } from './write-goods.ts';
export { findBelowFloor, findDearer, floorOf, followCosts, ladderOf, needsConsent } from './floor.ts';
export { listGoods, type SalesLookups } from './list-goods.ts';
export {
  findGoods,
  findGoodsInCategory,
  listGoodsRows,
  listCategoryRows,
  listGoodsOnSale,
  lockGoods,
  type GoodsRow,
  type Texts,
} from './goods.sql.ts';
export { goodsImages, imageAddress, mostOf, slugOf } from './goods.present.ts';
export { showStock } from './goods.present.ts';
export { nameGoods } from './list-all-goods.ts';
export { nameAttributes, createAttribute } from './attributes.ts';
export { nameCategories, createCategory } from './categories.ts';
export { createFamily, nameFamilies, setGoodsFamily } from './families.ts';
export { isFor, offersOf, type Offer } from './offers.sql.ts';
export {
  categoryAddress,
  familyAddress,
  goodsAddress,
  readCategoryHead,
  readGoodsHead,
  countListedGoods,
  listListedGoods,
} from './read-goods-head.ts';
export { listListedFamilies, readFamilyHead } from './read-family-head.ts';
export { setGoodsImage } from './goods-image.ts';
export { countLowStock, isLow, listLowGoods, watchStock } from './watch-stock.ts';

/** Sets prices below a floor once a second person has approved them, and follows what accounts cost. */
export function subscribeGoods(events: Events): void {
  events.on('costsChanged', onCostsChanged);
  events.on('goodsPricesApproved', onGoodsPricesApproved);
}

/** Higher features know what was sold, the levels of buyers, and what other prices would do. */
export const goodsRoutes = (lookups: SalesLookups & LevelLookups & EffectLookups) =>
  ({
    listCategories,
    listGoods: (ctx, input) => listGoods(ctx, input, lookups),
    readGoods: (ctx, input) => readGoods(ctx, input, lookups),
    readGoodsImage,
    readFamily: (ctx, input) => readFamily(ctx, input, lookups),
    listOwnGoods: (ctx) => listOwnGoods(ctx, lookups),
    readSellingRules: (ctx, input) => readSellingRules(ctx, input, lookups),
    setSellingRules: (ctx, input) => setSellingRules(ctx, input, lookups),
    listAllFamilies,
    createFamily,
    updateFamily,
    deleteFamily,
    setGoodsFamily,
    listAttributes,
    listAllAttributes,
    createAttribute,
    updateAttribute,
    deleteAttribute,
    readCategory,
    readCategoryImage,
    setCategoryImage,
    removeCategoryImage,
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
    previewGoodsChange: (ctx, input) => previewGoodsChange(ctx, input, lookups),
    changeGoods: (ctx, input) => changeGoods(ctx, input, lookups),
    previewCatalogue: (ctx, input) => previewCatalogue(ctx, input, lookups),
    applyCatalogue: (ctx, input) => applyCatalogue(ctx, input, lookups),
    undoGoodsChange: (ctx, input) => undoGoodsChange(ctx, input, lookups),
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
    /** What is left of a product is low by its own rule. Announced within seconds, once for each time. */
    stockRanLow: { readonly goodsId: bigint };
  }
}
