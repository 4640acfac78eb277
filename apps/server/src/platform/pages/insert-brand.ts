import type { Language } from '@portside/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../html.ts';
import { BUILT_NAME, type PageBrand, type PageSettings, type PageAnnouncement } from './page-settings.ts';

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
    return brand === null ? named : insertInHtml(named, brand, language);
  };
}

/** What JSON can write. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** Text for a data block, which cannot end early without `<`. */
export const toDataBlock = (value: Json): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Elements of prerendered pages that contain a text of the brand, and nothing else. */
const MARKED = /(<(\w+)[^>]*\sdata-brand="(headline|lede)"[^>]*>)[^<]*(<\/\2>)/g;
const LOGO = /<svg[^>]*\sdata-brand="logo"[^>]*\swidth="(\d+)"[^>]*>.*?<\/svg>/gs;
const ICON = /<link rel="icon"[^>]*>\s*<link rel="apple-touch-icon"[^>]*>/;

function insertInHtml(html: string, brand: PageBrand, language: Language): string {
  const { css, texts, logo } = brand;
  // Between the built-in stylesheets and the page's own, so that each page's first paint has the colours.
  const head = [
    ...(css === '' ? [] : [`<style id="brand-style">${css}</style>`]),
    `<script type="application/json" id="brand">${toDataBlock({ texts, logo: logo?.address ?? null, css })}</script>`,
  ];
  const lede = brand.textIn('lede', language);
  const written = (lede === '' ? html : setDescription(html, lede))
    .replaceAll(MARKED, (whole, start: string, _, name: 'headline' | 'lede', end: string) => {
      const text = brand.textIn(name, language);
      return text === '' ? whole : `${start}${escapeHtml(text)}${end}`;
    })
    .replace('</head>', () => `${head.join('\n')}\n</head>`);
  return logo === null ? written : insertLogo(written, logo);
}

/** The HTML with that text as its description. */
export const setDescription = (html: string, text: string): string =>
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

/** A hidden bar of a prerendered page: announcement-slot.tsx of the web pages draws it with an empty title and date. */
const BAR = /(<section\b[^>]*\sdata-announcement="(\w+)"[^>]*?) hidden=""([^>]*>.*?<\/section>)/gs;

/**
 * Fills in the bars of the positions that have announcements, so that these move nothing when the script shows them: one
 * for each, of which all but the first are hidden. `start.js` shows the next where the reader has put one away.
 */
export const insertAnnouncements = (
  html: string,
  announcements: readonly PageAnnouncement[],
  language: Language,
): string =>
  announcements.length === 0
    ? html
    : html.replaceAll(BAR, (whole, start: string, position: string, rest: string) => {
        const bars = announcements
          .filter((one) => one.position === position)
          .map(({ id, shownFrom, titleIn }, place) =>
            `${start} data-id="${id}"${place === 0 ? '' : ' hidden=""'}${rest}`
              .replace('></strong>', () => `>${escapeHtml(titleIn(language))}</strong>`)
              .replace('></time>', () => `>${escapeHtml(dateIn(shownFrom, language))}</time>`),
          );
        return bars.length === 0 ? whole : bars.join('');
      });

/** The day in UTC until the script writes it in the reader's time zone: about as wide. */
const dateIn = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
