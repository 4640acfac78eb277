import type { Db } from '../../platform/db/db.ts';

/** How a product's accounts are written: how many fields they have at least, and the text between them. */
export type AccountFormat = { readonly separator: string; readonly columns: number };

/** With the names of its fields. */
export type NamedFormat = AccountFormat & { readonly columnNames: readonly string[] };

/** The format belongs to the catalogue, a higher feature. */
export type FormatPort = {
  /** Of a product that exists. */
  formatOf(db: Db, goodsId: bigint): Promise<NamedFormat>;
};
