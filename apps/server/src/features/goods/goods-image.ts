/**
 * The address of a product's picture. It contains the picture's key, so that browsers may cache it for ever and nobody
 * can guess the address of a product that is not on sale yet.
 */
export const imageAddress = (goodsId: bigint, image: string): string =>
  `/api/goods/${goodsId}/images/${imageKey(image)}`;

/** The part of the picture's file name that its address contains. */
export const imageKey = (image: string): string => image.split('.')[0]!;

/** The column that names the products' pictures. */
export const goodsImages = { table: 'goods', column: 'image' } as const;
