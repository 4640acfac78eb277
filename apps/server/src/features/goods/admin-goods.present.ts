import type { AdminCategory, AdminGoods, Language } from '@portside/contract';
import type { StockCount } from '../stock/index.ts';
import type { CountedCategoryRow } from './categories.sql.ts';
import { presentCategory, presentOffer } from './goods.present.ts';
import type { CategoryRow, GoodsRow } from './goods.sql.ts';

export const presentAdminCategory = (row: CountedCategoryRow, language: Language): AdminCategory => ({
  ...presentCategory(row, language),
  names: row.name,
  sort: row.sort,
  goods: row.goods,
});

export const presentAdminGoods = (
  row: GoodsRow,
  category: CategoryRow,
  count: StockCount | undefined,
  language: Language,
): AdminGoods => ({
  ...presentOffer(row, category, count, language),
  names: row.name,
  descriptions: row.description,
  instructions: row.instruction,
  instruction_in_mail: row.instruction_in_mail,
  file_name: row.file_name,
  on_sale: row.on_sale,
  sort: row.sort,
});
