/**
 * The address of a product's picture. It names the picture as well, so that it may be kept for ever, and nobody
 * guesses that of a product which is not on sale yet.
 */
export const imageAddress = (goodsId: bigint, image: string): string =>
  `/api/goods/${goodsId}/images/${imageKey(image)}`;

/** What the address says of the name under which the picture is kept. */
export const imageKey = (image: string): string => image.split('.')[0]!;
