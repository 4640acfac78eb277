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
} & BrandImages;

/** Keys of uploaded pictures, and how wide wordmarks are shown. */
type BrandImages = Pick<
  BrandContent,
  'logo' | 'wordmark' | 'wordmark_dark' | 'wordmark_width' | 'wordmark_dark_width' | 'hero'
>;

const imagesOf = (from: BrandImages | null): BrandImages => ({
  logo: from?.logo ?? null,
  wordmark: from?.wordmark ?? null,
  wordmark_dark: from?.wordmark_dark ?? null,
  wordmark_width: from?.wordmark_width ?? null,
  wordmark_dark_width: from?.wordmark_dark_width ?? null,
  hero: from?.hero ?? null,
});

/** The draft where there is one, else the published brand. */
export function toFormValues({ draft, published }: BrandState): BrandValues {
  const from = draft ?? published;
  const texts = Object.fromEntries(BRAND_FIELDS.map((field) => [field, toTexts(from?.[field] ?? {})]));
  return {
    ...(texts as Record<BrandText, Texts>),
    main_colour: from?.main_colour ?? '',
    accent_colour: from?.accent_colour ?? '',
    ...imagesOf(from),
  };
}

export function toRequestBody(values: BrandValues): BrandContent {
  const texts = Object.fromEntries(BRAND_FIELDS.map((field) => [field, toKept(values[field])]));
  return {
    ...(texts as Pick<BrandContent, BrandText>),
    main_colour: values.main_colour || null,
    accent_colour: values.accent_colour || null,
    ...imagesOf(values),
  };
}

/** A brand as the pages show it. */
export const toShown = (content: BrandContent): ShownBrand => ({
  wordmarks: {
    light: toShownWordmark(content.wordmark, content.wordmark_width),
    dark: toShownWordmark(content.wordmark_dark, content.wordmark_dark_width),
  },
  ...(content.hero && { hero: logoAddress(content.hero) }),
  texts: Object.fromEntries(BRAND_FIELDS.map((field) => [field, content[field]])),
  logo: content.logo && logoAddress(content.logo),
  css: brandCss(content),
});

const toShownWordmark = (key: string | null, width: number | null) =>
  key && width ? { address: logoAddress(key), width } : null;

/** What the browser draws and uploads as a picture. */
export const PICTURES = 'image/png,image/jpeg,image/webp,image/svg+xml';

export const logoAddress = (key: string): string => `/api/brand/images/${key}`;

/**
 * `#rrggbb` from what a person types, with or without the sign, in capitals or with three digits; null if it is not a
 * colour.
 */
export function readColour(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replaceAll(/./g, '$&$&')}` : null;
}
