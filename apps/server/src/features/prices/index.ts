/**
 * Owns what a price depends on beside the product: levels of buyers, price lists and promotions, coupons. Does not own
 * the product's own prices (goods) or what an order was sold by (orders).
 *
 * Invariant: a coupon counts a use in the transaction of the order that it makes cheaper, and no use too many.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { readOwnLevel, type Turnover } from './assign-levels.ts';
import { listPromotions, readOwnPrices } from './prices.ts';
import {
  createBuyerLevel,
  deleteBuyerLevel,
  listBuyerLevels,
  setUserLevel,
  updateBuyerLevel,
} from './setting/levels.ts';
import { effectOnSales, previewGoodsPrices, previewPrices } from './setting/preview-prices.ts';
import { exportPriceList, listPriceLists, readPriceList, readUserPrices } from './setting/price-lists.ts';
import { previewPriceFile } from './setting/read-price-file.ts';
import { createCoupons, exportCoupons, listCoupons, setCouponsOn } from './setting/write-coupons.ts';
import {
  createPriceList,
  deletePriceList,
  exportProposedPrices,
  onPriceListApproved,
  updatePriceList,
} from './setting/write-price-list.ts';

export { createAssignLevelsJob, type Turnover } from './assign-levels.ts';
export {
  belowMinimum,
  couponFault,
  couponsOf,
  couponTermsOf,
  CouponUses,
  findCouponCodes,
  lockedCoupons,
  recordCouponUses,
  usesOfBuyers,
  type OrderCoupon,
} from './coupons.ts';
export { tellOfCoupons } from './tell-of-coupons.ts';
export { findSetPrices, holdLevels, listLevels } from './prices.ts';
export { allLevels, findPromotions, offersFor, PriceBook, type ListedOffer } from './price-terms.ts';

/** Orders belong to a higher feature, so the composition passes in what was paid for them. */
export const pricesRoutes = (turnover: Turnover) =>
  ({
    listPromotions,
    readOwnPrices,
    readOwnLevel: (ctx) => readOwnLevel(ctx, turnover),
    previewPrices: (ctx, input) => previewPrices(ctx, input, turnover),
  }) satisfies Partial<Routes>;

export { effectOnSales };
export { nameLevels } from './setting/levels.ts';
export { namePriceLists } from './setting/price-lists.ts';

/** Writes price lists that sell below a floor once a second person has approved them. */
export function subscribePriceSetting(events: Events): void {
  events.on('priceListApproved', onPriceListApproved);
}

/** What the operator sets. */
export const priceSettingRoutes = {
  listBuyerLevels,
  createBuyerLevel,
  updateBuyerLevel,
  deleteBuyerLevel,
  readUserPrices,
  setUserLevel,
  listPriceLists,
  readPriceList,
  exportPriceList,
  exportProposedPrices,
  previewPriceFile,
  createPriceList,
  updatePriceList,
  deletePriceList,
  listCoupons,
  exportCoupons,
  createCoupons,
  setCouponsOn,
  previewGoodsPrices,
} satisfies Partial<Routes>;

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A level is gone. Announced with the change: a listener that needs the level refuses (levelInUse). */
    levelDeleted: { readonly levelId: bigint };
  }
}
