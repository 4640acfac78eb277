import { LANGUAGES, type Language } from '@portside/contract';
import { escapeHtml } from '../html.ts';
import { setDescription, toDataBlock, type Json } from './insert-brand.ts';
import { inLanguage, LANGUAGE_TAGS, OPEN_GRAPH_LOCALES } from './language.ts';
import type { PageSettings } from './page-settings.ts';

type Shown = {
  readonly siteName: string;
  readonly language: Language;
  /** Whether the address itself names the language. */
  readonly isLanguageAsked: boolean;
};

/** Of pages without a head, as they are built: they are found by nobody. */
const NO_INDEX = /\s*<meta name="robots" content="noindex" ?\/?>/;

/**
 * The HTML with title, description, canonical address, the same page in the other languages, link preview and
 * structured data. The address of a page in one language is canonical by itself; the one without a language is for
 * readers of every other. The structured data is a data block, which no browser runs; without `<` it cannot end early.
 */
export function insertHead(
  html: string,
  head: PageHead,
  { siteName, language, isLanguageAsked }: Shown,
): string {
  const title = escapeHtml(`${head.title} · ${siteName}`);
  const canonical = isLanguageAsked ? inLanguage(head.canonical, language) : head.canonical;
  const lines = [
    link('canonical', canonical),
    ...LANGUAGES.map((one) => link('alternate', inLanguage(head.canonical, one), LANGUAGE_TAGS[one])),
    link('alternate', head.canonical, 'x-default'),
    ...previewOf(head, { siteName, language, address: canonical }),
    ...(head.data === null ? [] : [`<script type="application/ld+json">${toDataBlock(head.data)}</script>`]),
  ];
  return fillDrawing(setDescription(html, head.description), head)
    .replace(NO_INDEX, '')
    .replace(/(<html\b[^>]*) lang="[^"]*"/, `$1 lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', () => `${lines.join('\n')}\n</head>`);
}

/** Writes title and text into the prerendered page, where that has places for them. */
const fillDrawing = (html: string, { title, text }: PageHead): string =>
  html.replaceAll(
    /(<[^>]* data-head="(title|text)"[^>]*>)(?=<\/)/g,
    (_, start: string, place: 'title' | 'text') => start + escapeHtml(place === 'title' ? title : text),
  );

/** Open Graph, which most messengers and networks read, and what X adds to it. */
function previewOf(
  { title, description, picture, type }: PageHead,
  { siteName, language, address }: { siteName: string; language: Language; address: string },
): string[] {
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', type],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:locale', OPEN_GRAPH_LOCALES[language]],
    ...LANGUAGES.filter((one) => one !== language).map(
      (one) => ['og:locale:alternate', OPEN_GRAPH_LOCALES[one]] as const,
    ),
    ...(picture === null ? [] : [['og:image', picture.address] as const]),
  ];
  return [
    ...properties.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<meta name="twitter:card" content="${picture?.isWide ? 'summary_large_image' : 'summary'}" />`,
  ];
}

const link = (relation: string, address: string, language?: string): string =>
  `<link rel="${relation}"${language === undefined ? '' : ` hreflang="${language}"`} href="${escapeHtml(address)}" />`;

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
