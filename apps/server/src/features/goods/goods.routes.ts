import type { Routes } from '../../platform/http/routes.ts';
import { copyGoods, createGoods, updateGoods } from './create-goods.ts';
import { exportGoods } from './export-goods.ts';
import { listAllCategories, listAllGoods, readAnyGoods } from './list-all-goods.ts';
import { listCategories, listGoods, readGoods, type SalesPort } from './list-goods.ts';
import { readGoodsImage } from './read-goods-image.ts';
import { removeGoodsImage, setGoodsImage } from './set-goods-image.ts';
import { setGoodsOnSale } from './set-goods-on-sale.ts';
import { createCategory, deleteCategory, updateCategory } from './write-category.ts';

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
    setGoodsImage: (ctx, { params, image }) => setGoodsImage(ctx, { id: BigInt(params.id), image }),
    removeGoodsImage: (ctx, { params }) => removeGoodsImage(ctx, BigInt(params.id)),
  }) satisfies Partial<Routes>;
