import type { ImportForm } from '@portside/contract';
import type { ColumnType, Generated } from 'kysely';
import type { LineFault } from './import/check-line.ts';

export const STOCK_GENDERS = ['unspecified', 'male', 'female'] as const;
export type StockGender = (typeof STOCK_GENDERS)[number];

/** `unfinished`: nothing comes any more; it goes on with its next lines. */
export type BatchState = 'running' | 'unfinished' | 'done' | 'rolled back';

export type StockBatchesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  gender: StockGender;
  note: string;
  /** Null: the shop itself. */
  user_id: bigint | null;
  /** Read so far, blank ones too. */
  lines: Generated<number>;
  expected_lines: number | null;
  /** Null, with its length and form, where nobody told of a file. */
  file_name: string | null;
  file_bytes: bigint | null;
  form: ColumnType<ImportForm | null, string | null>;
  /** Where the last part began that was told with its place in the file. */
  part_line: Generated<number>;
  part_byte: Generated<bigint>;
  part_mark: Buffer | null;
  added: Generated<number>;
  duplicates: Generated<number>;
  rejected: Generated<number>;
  state: Generated<BatchState>;
  created_at: Date;
  /** The last sign of life. */
  seen_at: Date;
  finished_at: Date | null;
};

/** Items [first_id, end_id) that an import added. */
export type StockBatchRangesTable = { first_id: bigint; end_id: bigint; batch_id: bigint };

/** A line that was not added; sealed with its text where that can be mended. */
export type StockRefusedLinesTable = {
  batch_id: bigint;
  line: number;
  fault: LineFault | 'duplicate';
  key_id: string | null;
  sealed: Buffer | null;
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

/** Items [first_id, end_id) that went off sale unsold; their texts are gone up to erased_to. */
export type StockWithdrawalsTable = {
  first_id: bigint;
  end_id: bigint;
  erased_to: bigint;
  is_forgotten: boolean;
  reason: string;
  user_id: bigint | null;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    stock_batches: StockBatchesTable;
    stock_batch_ranges: StockBatchRangesTable;
    stock_refused_lines: StockRefusedLinesTable;
    stock_items: StockItemsTable;
    stock_fingerprints: StockFingerprintsTable;
    stock_ranges: StockRangesTable;
    stock_withdrawals: StockWithdrawalsTable;
  }
}
