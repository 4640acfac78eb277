import type { StockGender } from '../stock.tables.ts';

/** Free items of one product; of one gender or one import where given. */
export type UnsoldFilter = {
  readonly goodsId: bigint;
  readonly gender?: StockGender;
  readonly batchId?: bigint;
};

type UnsoldQuery = {
  readonly goods_id: string;
  readonly gender?: StockGender | undefined;
  readonly batch_id?: string | undefined;
};

export const parseUnsoldFilter = ({ goods_id, gender, batch_id }: UnsoldQuery): UnsoldFilter => ({
  goodsId: BigInt(goods_id),
  ...(gender !== undefined && { gender }),
  ...(batch_id !== undefined && { batchId: BigInt(batch_id) }),
});
