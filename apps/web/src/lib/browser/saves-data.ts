type Connection = { readonly saveData?: boolean };

/** Whether the reader has asked for little data, by the browser's or the system's setting. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
