import type { Language } from '@portside/contract';
import type { Json } from '../brand/insert-brand.ts';
import type { PageSettings } from '../page-settings.ts';

/**
 * What the HTML of one public page says of itself, to search engines and link previews. Plain texts: they are escaped
 * later.
 */
export type PageHead = {
  /** Without the shop's name. */
  readonly title: string;
  readonly description: string;
  /** The whole text of what the page is about, shown until the page is ready; '' for none. */
  readonly text: string;
  /** Absolute: the one address of what the page is about, in no particular language. */
  readonly canonical: string;
  /** Null without a picture. */
  readonly picture: PreviewPicture | null;
  readonly type: 'website' | 'product';
  /** Structured data in the words of schema.org; null for none. */
  readonly data: Json | null;
  /** Whether it depends on the settings and the language only, so that the HTML can be kept with them. */
  readonly isOfSettings: boolean;
};

export type PreviewPicture = {
  /** Absolute. */
  readonly address: string;
  /** At least twice as wide as high: previews show it above the text. Others are shown small, beside it. */
  readonly isWide: boolean;
};

/** The page that is asked for. */
export type PageAddress = { readonly path: string; readonly query: URLSearchParams };

export type PageReader = { readonly language: Language; readonly settings: PageSettings };

/**
 * The head of a public page, which may be found and previewed; null for every other, and for one of many that does not
 * exist.
 */
export type ReadPageHead = (address: PageAddress, reader: PageReader) => Promise<PageHead | null>;
