import { LANGUAGES, type Language } from '@portside/contract';
import { escapeHtml } from '../html.ts';
import { inLanguage, LANGUAGE_TAGS, OPEN_GRAPH_LOCALES } from './language.ts';
import {
  type PageSettings,
  BUILT_NAME,
  type PageBrand,
  type PageAnnouncement,
  type PageWordmark,
} from './page-settings.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const drawn = fillDrawing(setDescription(html, head.description), head);
  return (head.isUnlisted ? drawn : drawn.replace(NO_INDEX, ''))
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
  /** For whoever has the address, and not to be found. */
  readonly isUnlisted?: boolean;
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

/** The text of a built file as readers of that language get it. */
export type InsertBrand = (file: string, settings: PageSettings, language: Language) => string;

/** Puts the shop's name and brand into the built HTML and manifest, so that no other ever shows. */
export function createBrandInserter(folder: string): InsertBrand {
  const texts = new Map<string, string>();
  return (file, settings, language) => {
    const text = texts.get(file) ?? readFileSync(join(folder, file), 'utf8');
    texts.set(file, text);
    const name = settings.nameIn(language);
    const { brand } = settings;
    if (!file.endsWith('.html')) return insertInManifest(text, name, brand, language);
    const named = text.replaceAll(BUILT_NAME, () => escapeHtml(name));
    return brand === null ? named : insertInHtml(named, brand, { name, language });
  };
}

/** What JSON can write. */
type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** Text for a data block, which cannot end early without `<`. */
const toDataBlock = (value: Json): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Elements of prerendered pages that contain a text of the brand, and nothing else. */
const MARKED = /(<(\w+)[^>]*\sdata-brand="(headline|lede)"[^>]*>)[^<]*(<\/\2>)/g;
const LOGO = /<svg[^>]*\sdata-brand="logo"[^>]*\swidth="(\d+)"[^>]*>.*?<\/svg>/gs;
/** Logo and name, at the beginning of headers. */
const WORDMARK = /<span([^>]*) data-brand="wordmark(-dark)?">(.*?<span>[^<]*<\/span>)<\/span>/gs;
const HERO = /<svg[^>]*\sdata-brand="hero"[^>]*>.*?<\/svg>/gs;
const ICON = /<link rel="icon"[^>]*>\s*<link rel="apple-touch-icon"[^>]*>/;

type Reader = { readonly name: string; readonly language: Language };

function insertInHtml(html: string, brand: PageBrand, { name, language }: Reader): string {
  const { css, texts, logo, wordmarks, hero } = brand;
  const pictures = {
    ...((wordmarks.light ?? wordmarks.dark) && { wordmarks }),
    ...(hero !== null && { hero }),
  };
  // Between the built-in stylesheets and the page's own, so that each page's first paint has the colours.
  const head = [
    ...(css === '' ? [] : [`<style id="brand-style">${css}</style>`]),
    `<script type="application/json" id="brand">${toDataBlock({ texts, logo: logo?.address ?? null, css, ...pictures })}</script>`,
  ];
  const lede = brand.textIn('lede', language);
  const written = (lede === '' ? html : setDescription(html, lede))
    .replaceAll(MARKED, (whole, start: string, _, name: 'headline' | 'lede', end: string) => {
      const text = brand.textIn(name, language);
      return text === '' ? whole : `${start}${escapeHtml(text)}${end}`;
    })
    .replaceAll(WORDMARK, (whole, attributes: string, onDark: string | undefined, usual: string) =>
      drawWordmark({ whole, attributes, usual, isOnDark: onDark !== undefined, name }, wordmarks),
    )
    .replaceAll(HERO, (whole) => (hero === null ? whole : `<img data-hero="" src="${hero}" alt="">`))
    .replace('</head>', () => `${head.join('\n')}\n</head>`);
  return logo === null ? written : insertLogo(written, logo);
}

type Drawn = {
  readonly whole: string;
  readonly attributes: string;
  /** Logo and name. */
  readonly usual: string;
  readonly isOnDark: boolean;
  readonly name: string;
};

/** As `Wordmark` of the web pages draws it (ui/layout/logo.tsx). */
function drawWordmark(
  { whole, attributes, usual, isOnDark, name }: Drawn,
  { light, dark }: PageBrand['wordmarks'],
): string {
  const logo = usual.slice(0, usual.lastIndexOf('<span>'));
  const draw = (one: PageWordmark | null): string =>
    one === null
      ? usual
      : `<img data-wide="" src="${one.address}" width="${one.width}" height="30" alt="${escapeHtml(name)}"><span data-compact="">${logo}</span>`;
  if (isOnDark) return dark === null ? whole : `<span${attributes}>${draw(dark)}</span>`;
  if (light === null && dark === null) return whole;
  return `<span${attributes} data-on="light">${draw(light)}</span><span${attributes} data-on="dark">${draw(dark)}</span>`;
}

/** The HTML with that text as its description. */
const setDescription = (html: string, text: string): string =>
  html.replace(
    /(<meta\s+name="description"\s+content=")[^"]*(")/,
    (_, before: string, after: string) => `${before}${escapeHtml(text)}${after}`,
  );

const insertLogo = (html: string, { address, type }: NonNullable<PageBrand['logo']>): string =>
  html
    .replaceAll(LOGO, (_, size: string) => `<img src="${address}" width="${size}" height="${size}" alt="">`)
    .replace(
      ICON,
      () =>
        `<link rel="icon" href="${address}" type="${type}" /><link rel="apple-touch-icon" href="${address}" />`,
    );

/** The sides of every logo and of its icons in pixels. */
const LARGE = '512x512';
const SMALL = '192x192';

const iconsOf = ({ address, type, smallIcon, maskableIcon }: NonNullable<PageBrand['logo']>): object[] => [
  ...(smallIcon === null ? [] : [{ src: smallIcon, type: 'image/png', sizes: SMALL }]),
  { src: address, type, sizes: LARGE },
  ...(maskableIcon === null
    ? []
    : [{ src: maskableIcon, type: 'image/png', sizes: LARGE, purpose: 'maskable' }]),
];

function insertInManifest(text: string, name: string, brand: PageBrand | null, language: Language): string {
  const named = text.replaceAll(BUILT_NAME, () => JSON.stringify(name).slice(1, -1));
  const description = brand?.textIn('lede', language) ?? '';
  const logo = brand?.logo ?? null;
  const themeColour = brand?.themeColour ?? null;
  if (description === '' && logo === null && themeColour === null) return named;
  return JSON.stringify({
    ...(JSON.parse(named) as object),
    ...(description !== '' && { description }),
    ...(themeColour !== null && { theme_color: themeColour }),
    ...(logo !== null && { icons: iconsOf(logo) }),
  });
}

/** A hidden bar of a prerendered page: layout-slots.tsx of the web pages draws it with an empty title and date. */
const BAR = /(<section\b[^>]*\sdata-announcement="(\w+)"[^>]*?) hidden=""([^>]*>.*?<\/section>)/gs;

/**
 * Fills in the bars of the positions that have announcements, so that these move nothing when the script shows them: one
 * for each, of which all but the first are hidden. `start.js` shows the next where the reader has put one away. Bars of
 * other positions lie hidden at the end, for pages that are not drawn and those that readers are led to; `drawn` is a
 * page of the same language that has one.
 */
export function insertAnnouncements(
  html: string,
  announcements: readonly PageAnnouncement[],
  language: Language,
  drawn: () => string,
): string {
  if (announcements.length === 0) return html;
  const fill = (text: string): string =>
    text.replaceAll(BAR, (whole, start: string, position: string, rest: string) => {
      const bars = announcements
        .filter((one) => one.position === position)
        .map(({ id, shownFrom, titleIn }, place) =>
          `${start} data-id="${id}" lang="${language}"${place === 0 ? '' : ' hidden=""'}${rest}`
            .replace('></strong>', () => `>${escapeHtml(titleIn(language))}</strong>`)
            .replace('></time>', () => `>${escapeHtml(dateIn(shownFrom, language))}</time>`),
        );
      return bars.length === 0 ? whole : bars.join('');
    });
  const filled = fill(html);
  const others = new Set(announcements.map(({ position }) => position)).difference(
    new Set([...html.matchAll(BAR)].map(([, , position]) => position)),
  );
  const [bar] = others.size > 0 && html.includes('</body>') ? (drawn().match(BAR) ?? []) : [];
  if (bar === undefined) return filled;
  const bars = [...others].map((one) => bar.replace(/(data-announcement=")\w+/, `$1${one}`));
  return filled.replace('</body>', () => `<div hidden>${fill(bars.join(''))}</div></body>`);
}

/** The day in UTC until the script writes it in the reader's time zone: about as wide. */
const dateIn = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
