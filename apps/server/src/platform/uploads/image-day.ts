/** The day of limits of images, in UTC: all processes and all buyers have the same. */
export const imageDay = (time: Date): string => time.toISOString().slice(0, 10);

export const BYTES_PER_MB = 1_048_576;
