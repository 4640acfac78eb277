import type { Gender, Language } from '@portside/contract';
import type { Generated, JSONColumnType } from 'kysely';

/** Text in up to four languages. */
export type Texts = { readonly [L in Language]?: string | undefined };

export type CategoriesTable = { id: Generated<bigint>; name: JSONColumnType<Texts>; sort: Generated<number> };

export type GoodsTable = {
  id: Generated<bigint>;
  category_id: bigint;
  name: JSONColumnType<Texts>;
  description: JSONColumnType<Texts>;
  price_micro: bigint;
  min_quantity: number;
  max_quantity: number;
  genders: Gender[];
  warranty_hours: number;
  separator: string;
  columns: string[];
  /** HTML, sanitised; shown to buyers after payment. */
  instruction: JSONColumnType<Texts>;
  /** Whether delivery e-mails have it too. */
  instruction_in_mail: boolean;
  /** Pattern of the name of delivered files; empty: the order number. */
  file_name: string;
  /** The file name of its picture; null where it has none. */
  image: string | null;
  on_sale: Generated<boolean>;
  sort: Generated<number>;
  created_at: Date;
  /** When an operator last changed it. */
  updated_at: Generated<Date>;
};

/** What was last announced of a product's stock. */
type GoodsStockLevelsTable = {
  goods_id: bigint;
  in_stock: boolean;
  changed_at: Date;
  /** Null where it never did. */
  ran_out_at: Generated<Date | null>;
};

type GoodsPriceTiersTable = { goods_id: bigint; min_quantity: number; price_micro: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    categories: CategoriesTable;
    goods: GoodsTable;
    goods_price_tiers: GoodsPriceTiersTable;
    goods_stock_levels: GoodsStockLevelsTable;
  }
}
