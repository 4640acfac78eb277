import type { ImportForm } from '@portside/contract';
import type { ColumnType, Generated } from 'kysely';
import type { LineFault } from './import/check-line.ts';

export const STOCK_GENDERS = ['unspecified', 'male', 'female'] as const;
export type StockGender = (typeof STOCK_GENDERS)[number];

/** `unfinished`: the import receives no more lines; its next ones continue it. */
export type BatchState = 'running' | 'unfinished' | 'done' | 'rolled back';

export type StockBatchesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  gender: StockGender;
  note: string;
  /** Null where the shop itself imports. */
  user_id: bigint | null;
  /** Lines read so far, blank ones too. */
  lines: Generated<number>;
  expected_lines: number | null;
  /** Null, together with its length and form, where no file was named. */
  file_name: string | null;
  file_bytes: bigint | null;
  form: ColumnType<ImportForm | null, string | null>;
  /** Where the last part began that came with its position in the file. */
  part_line: Generated<number>;
  part_byte: Generated<bigint>;
  part_mark: Buffer | null;
  added: Generated<number>;
  duplicates: Generated<number>;
  rejected: Generated<number>;
  state: Generated<BatchState>;
  created_at: Date;
  /** When it last received lines. */
  seen_at: Date;
  finished_at: Date | null;
};

/** Items [first_id, end_id) that an import added. */
type StockBatchRangesTable = { first_id: bigint; end_id: bigint; batch_id: bigint };

/** A line that was not added; with its sealed text where the operator may correct it. */
export type StockRefusedLinesTable = {
  batch_id: bigint;
  line: number;
  fault: LineFault | 'duplicate';
  key_id: string | null;
  sealed: Buffer | null;
};

type StockItemsTable = {
  id: bigint;
  goods_id: bigint;
  batch_id: bigint;
  key_id: string;
  sealed: Buffer;
};

type StockFingerprintsTable = { fingerprint: Buffer; item_id: bigint };

/** Free items [next_id, end_id) of one product and gender. */
type StockRangesTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  gender: StockGender;
  next_id: bigint;
  end_id: bigint;
};

/** Items [first_id, end_id) that were withdrawn unsold; their texts are erased up to `erased_to`. */
type StockWithdrawalsTable = {
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
