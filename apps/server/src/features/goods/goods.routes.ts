import type { Routes } from '../../platform/http/routes.ts';
import { listCategories, listGoods, readGoods } from './list-goods.ts';

export const goodsRoutes = { listCategories, listGoods, readGoods } satisfies Partial<Routes>;
