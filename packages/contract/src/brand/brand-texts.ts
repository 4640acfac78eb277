/** The texts of the shop that operators write themselves; where one is missing, the built-in text or none is shown. */
export const BRAND_TEXTS = ['name', 'headline', 'lede', 'footer', 'contact', 'legal_name'] as const;
export type BrandText = (typeof BRAND_TEXTS)[number];

/** How long each may be, in characters. */
export const BRAND_TEXT_LENGTHS = {
  name: 60,
  headline: 90,
  lede: 300,
  footer: 300,
  contact: 200,
  legal_name: 200,
} as const satisfies Record<BrandText, number>;
