type GoodsData = { readonly name: string; readonly description: string };

const UNKNOWN: GoodsData = { name: '', description: '' };

/** What the HTML that was loaded says of this product, as structured data; empty where it is about something else. */
export function readGoodsData(id: string): GoodsData {
  // While pages are prerendered there is no document.
  if (typeof document === 'undefined') return UNKNOWN;
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}';
  const data = JSON.parse(text) as Partial<GoodsData> & { readonly sku?: string };
  return data.sku === id ? { ...UNKNOWN, ...data } : UNKNOWN;
}
