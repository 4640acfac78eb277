/** What the encryption binds an item's text to. */
export const itemPlace = (goodsId: bigint, itemId: bigint): string => `${goodsId}/${itemId}`;

export const refusedLinePlace = (batchId: bigint, line: number): string => `refused/${batchId}/${line}`;
