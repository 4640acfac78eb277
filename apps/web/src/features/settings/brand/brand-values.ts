import type { BrandContent, BrandState, BrandText } from '@portside/contract';
import { brandCss } from '@portside/contract/settings/brand-colours';
import type { ShownBrand } from '../../../lib/browser/page-data.ts';
import { toKept, toTexts, type Texts } from '../../../locales/texts.ts';

/** In the order of the form. */
export const BRAND_FIELDS: readonly BrandText[] = [
  'name',
  'headline',
  'lede',
  'footer',
  'contact',
  'legal_name',
];

/** What the form edits; a colour is empty if the built-in one applies. */
export type BrandValues = Record<BrandText, Texts> & {
  main_colour: string;
  accent_colour: string;
  logo: string | null;
};

/** The draft where there is one, else the published brand. */
export function toFormValues({ draft, published }: BrandState): BrandValues {
  const from = draft ?? published;
  const texts = Object.fromEntries(BRAND_FIELDS.map((field) => [field, toTexts(from?.[field] ?? {})]));
  return {
    ...(texts as Record<BrandText, Texts>),
    main_colour: from?.main_colour ?? '',
    accent_colour: from?.accent_colour ?? '',
    logo: from?.logo ?? null,
  };
}

export function toRequestBody(values: BrandValues): BrandContent {
  const texts = Object.fromEntries(BRAND_FIELDS.map((field) => [field, toKept(values[field])]));
  return {
    ...(texts as Pick<BrandContent, BrandText>),
    main_colour: values.main_colour || null,
    accent_colour: values.accent_colour || null,
    logo: values.logo,
  };
}

/** A brand as the pages show it. */
export const toShown = (content: BrandContent): ShownBrand => ({
  texts: Object.fromEntries(BRAND_FIELDS.map((field) => [field, content[field]])),
  logo: content.logo && logoAddress(content.logo),
  css: brandCss(content),
});

export const logoAddress = (key: string): string => `/api/brand/images/${key}`;

/**
 * `#rrggbb` of what a person types: with or without the sign, in capitals, or with three digits; null for no colour.
 */
export function readColour(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replaceAll(/./g, '$&$&')}` : null;
}
