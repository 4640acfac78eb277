import { textIn } from '@portside/contract';
import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';
import { findGoods, listCategoryRows } from './goods.sql.ts';

/** Products by their names, in the reader’s language or another. */
export const nameGoods: NameById = async ({ db, language }, ids) => {
  const goods = [...(await findGoods(db, ids)).values()];
  return mapNames(goods.map(({ id, name }) => ({ id, name: textIn(name, language) })));
};

/** Names all categories: there are few. */
export const nameCategories: NameById = async ({ db, language }) =>
  mapNames((await listCategoryRows(db)).map(({ id, name }) => ({ id, name: textIn(name, language) })));
