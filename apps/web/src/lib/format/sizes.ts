const MEGABYTE = 1_000_000;

/** A file's size in kilobytes or megabytes. */
export function formatBytes(bytes: number, language: string): string {
  const isSmall = bytes < MEGABYTE;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  });
  return format.format(isSmall ? Math.ceil(bytes / 1_000) : bytes / MEGABYTE);
}
