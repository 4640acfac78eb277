const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** An uploaded image, with the type that its own bytes show: the sender's file name and type are not trusted. */
export type Image = { readonly type: ImageType; readonly bytes: Buffer };

export const BYTES_PER_MB = 1_048_576;
export const MOST_IMAGE_BYTES = 5 * BYTES_PER_MB;
/** A small file may unpack to any size: 40 megapixels are 160 MB in every browser that shows them. */
export const MOST_IMAGE_PIXELS = 40_000_000;
/** Also the most that WebP can say and browsers draw. */
export const LONGEST_IMAGE_SIDE = 16_383;
