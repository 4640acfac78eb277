import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { BRAND_TEXT_LENGTHS } from '../wire/limits.ts';
import { inLanguages, line, paragraphs, Time } from '../wire/values.ts';

const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
/** The name of a stored picture; unguessable, because drafts are served too. */
const ImageKey = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

const ShownWidth = z.int().check(z.gte(15), z.lte(240));

/** Pictures besides the logo. */
export const BRAND_PICTURES = ['wordmark', 'wordmark_dark', 'hero'] as const;
export type BrandPicture = (typeof BRAND_PICTURES)[number];

/** The icons that a device may request to show the shop as an app. */
const LOGO_ICONS = ['small_icon', 'maskable_icon'] as const;

/** What operators can customise. Readers of a language without a text get the English one, or any. */
export const BrandContent = z.object({
  name: inLanguages(line(BRAND_TEXT_LENGTHS.name)),
  headline: inLanguages(line(BRAND_TEXT_LENGTHS.headline)),
  lede: inLanguages(line(BRAND_TEXT_LENGTHS.lede)),
  footer: inLanguages(paragraphs(BRAND_TEXT_LENGTHS.footer)),
  contact: inLanguages(line(BRAND_TEXT_LENGTHS.contact)),
  legal_name: inLanguages(line(BRAND_TEXT_LENGTHS.legal_name)),
  /** Buttons, links and large areas; null for the built-in colour. */
  main_colour: z.nullable(Colour),
  /** The buyer's next step; null for the built-in colour. */
  accent_colour: z.nullable(Colour),
  /** A square picture uploaded with `setBrandLogo`; null for the built-in logo. */
  logo: z.nullable(ImageKey),
  /** Shown in headers in place of logo and name, on light and on dark pages; null for these. */
  wordmark: z.nullable(ImageKey),
  wordmark_dark: z.nullable(ImageKey),
  /** How many pixels wide they are shown, at a height of 30; null without them. */
  wordmark_width: z.nullable(ShownWidth),
  wordmark_dark_width: z.nullable(ShownWidth),
  /** The picture of the home page; null for the built-in one. */
  hero: z.nullable(ImageKey),
});
export type BrandContent = z.infer<typeof BrandContent>;

/** Absent fields are empty: cleared texts, built-in colours and logo. */
const WrittenBrand = z.object({
  name: z._default(BrandContent.shape.name, {}),
  headline: z._default(BrandContent.shape.headline, {}),
  lede: z._default(BrandContent.shape.lede, {}),
  footer: z._default(BrandContent.shape.footer, {}),
  contact: z._default(BrandContent.shape.contact, {}),
  legal_name: z._default(BrandContent.shape.legal_name, {}),
  main_colour: z._default(BrandContent.shape.main_colour, null),
  accent_colour: z._default(BrandContent.shape.accent_colour, null),
  logo: z._default(BrandContent.shape.logo, null),
  wordmark: z._default(BrandContent.shape.wordmark, null),
  wordmark_dark: z._default(BrandContent.shape.wordmark_dark, null),
  wordmark_width: z._default(BrandContent.shape.wordmark_width, null),
  wordmark_dark_width: z._default(BrandContent.shape.wordmark_dark_width, null),
  hero: z._default(BrandContent.shape.hero, null),
});

const BrandDraft = z.extend(BrandContent, { updated_at: Time });
export type BrandDraft = z.infer<typeof BrandDraft>;

const PublishedBrand = z.extend(BrandContent, { published_at: Time });

/** The brand as its operators see it. */
export const BrandState = z.object({
  /** Null without a draft. */
  draft: z.nullable(BrandDraft),
  /** Null if the built-in brand applies. */
  published: z.nullable(PublishedBrand),
});
export type BrandState = z.infer<typeof BrandState>;

export const brandEndpoints = endpoints({
  readBrand: {
    summary: "The shop's published brand and its draft",
    data: BrandState,
  },
  saveBrandDraft: {
    summary: 'Save the draft of the brand; visitors do not see it',
    body: WrittenBrand,
    data: BrandState,
  },
  setBrandLogo: {
    perMinute: 30,
    summary:
      "Set the draft's logo: a PNG, JPEG or WebP of 512 by 512 pixels; it is the shop's icon as well. With it, as PNG: the logo at 192 by 192 pixels, and at 512 by 512 pixels as an icon that devices may cut to any shape",
    image: true,
    furtherImages: LOGO_ICONS,
    data: BrandState,
  },
  setBrandPicture: {
    perMinute: 30,
    summary:
      'Set another picture of the draft, a PNG, JPEG or WebP: a wordmark of 120 pixels in height and 60 to 960 in width, for light or for dark pages; or the picture of the home page, 640 to 2400 pixels wide and 240 to 1600 high',
    params: z.object({ picture: z.enum(BRAND_PICTURES) }),
    image: true,
    data: BrandState,
  },
  discardBrandDraft: {
    summary: 'Delete the draft of the brand',
    data: BrandState,
  },
  publishBrand: {
    freshCode: true,
    summary: 'Publish the draft as it was last read; refused (brandChanged) if it was saved again since',
    body: z.object({ updated_at: Time }),
    data: BrandState,
  },
  undoBrand: {
    freshCode: true,
    summary: 'Return to the brand before the published one, which becomes the draft if there is none',
    body: z.object({ published_at: Time }),
    data: BrandState,
  },
  readBrandImage: {
    access: 'visitor',
    summary: "A picture of the shop's published brand or of the draft, or an icon made of the logo",
    params: z.object({ image: ImageKey }),
    raw: { json: false, types: ['image/png', 'image/jpeg', 'image/webp'] },
    data: z.string(),
  },
});
