import { LANGUAGES, type Language } from '@portside/contract';
import { escapeHtml } from '../../escape-html.ts';
import { setDescription, toDataBlock } from '../brand/insert-brand.ts';
import { inLanguage, LANGUAGE_TAGS, OPEN_GRAPH_LOCALES } from './language-address.ts';
import type { PageHead } from './page-head.ts';

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
