import type { Routes } from '../../platform/http/routes.ts';
import { sendImage } from '../../platform/http/send-image.ts';
import type { Uploads } from '../../platform/uploads/uploads.ts';
import { exportGoods } from './export-goods.ts';
import { listAllCategories, listAllGoods, readAnyGoods } from './list-all-goods.ts';
import { listCategories, listGoods, readGoods } from './list-goods.ts';
import { findGoodsImage } from './read-goods-image.ts';
import { removeGoodsImage, setGoodsImage } from './set-goods-image.ts';
import { setGoodsOnSale } from './set-goods-on-sale.ts';
import { addCategory, deleteCategory, updateCategory } from './write-category.ts';
import { addGoods, copyGoods, updateGoods } from './write-goods.ts';

export const goodsRoutes = (uploads: Uploads) =>
  ({
    listCategories,
    listGoods,
    readGoods,
    readGoodsImage: async (ctx, input, reply) =>
      sendImage(reply, await uploads.read(await findGoodsImage(ctx, input)), { isPublic: true }),
    listAllCategories,
    createCategory: addCategory,
    updateCategory,
    deleteCategory,
    listAllGoods,
    exportGoods,
    readAnyGoods,
    createGoods: addGoods,
    updateGoods,
    copyGoods,
    setGoodsOnSale,
    setGoodsImage: (ctx, { params, image }) => setGoodsImage(ctx, uploads, { id: BigInt(params.id), image }),
    removeGoodsImage: (ctx, { params }) => removeGoodsImage(ctx, uploads, BigInt(params.id)),
  }) satisfies Partial<Routes>;
