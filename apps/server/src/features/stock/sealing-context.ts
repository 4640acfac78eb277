/** The associated data that binds a sealed text to its row: one that is moved to another row does not open. */
export const itemContext = (goodsId: bigint, itemId: bigint): string => `${goodsId}/${itemId}`;

/** Binds the sealed text to its import and line: it opens nowhere else. */
export const refusedLineContext = (batchId: bigint, line: number): string => `refused/${batchId}/${line}`;
