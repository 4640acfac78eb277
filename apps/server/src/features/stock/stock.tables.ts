import type { Generated } from 'kysely';

export const STOCK_GENDERS = ['unspecified', 'male', 'female'] as const;
export type StockGender = (typeof STOCK_GENDERS)[number];

export type StockBatchesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  note: string;
  added: Generated<number>;
  duplicates: Generated<number>;
  rejected: Generated<number>;
  state: Generated<'running' | 'done' | 'failed'>;
  created_at: Date;
  finished_at: Date | null;
};

export type StockItemsTable = {
  id: bigint;
  goods_id: bigint;
  batch_id: bigint;
  key_id: string;
  sealed: Buffer;
};

export type StockFingerprintsTable = { fingerprint: Buffer; item_id: bigint };

/** Free items [next_id, end_id) of one product and gender. */
export type StockRangesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  gender: StockGender;
  next_id: bigint;
  end_id: bigint;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    stock_batches: StockBatchesTable;
    stock_items: StockItemsTable;
    stock_fingerprints: StockFingerprintsTable;
    stock_ranges: StockRangesTable;
  }
}
