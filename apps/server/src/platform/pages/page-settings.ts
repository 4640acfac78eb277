import type { AnnouncementPosition, Language } from '@portside/contract';
import { isConnectionLost } from '../db/connections/database-outage.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** What the operator has made their own of every page, ready to be put into its HTML. */
export type PageBrand = {
  /** CSS rules of our own making: nothing that anyone typed. */
  readonly css: string;
  /** Of the window of an installed app, as `#rrggbb`; null for the built-in one. */
  readonly themeColour: string | null;
  /** Texts by name and language, as the pages' scripts read them. */
  readonly texts: Readonly<Record<string, { readonly [L in Language]?: string | undefined }>>;
  /** The text in that language, or another language's; empty where the built-in one applies. */
  textIn(name: 'name' | 'headline' | 'lede' | 'footer', language: Language): string;
  /** Null for the built-in one. */
  readonly logo: PageLogo | null;
  /** In headers in place of logo and name, on light and on dark pages; null for these. */
  readonly wordmarks: { readonly light: PageWordmark | null; readonly dark: PageWordmark | null };
  /** The address of the home page's picture; null for the built-in one. */
  readonly hero: string | null;
};

/** `width` in pixels, at a height of 30. */
export type PageWordmark = { readonly address: string; readonly width: number };

/** The addresses of a logo, a square picture, and of the icons made of it, each a PNG; null where there is none. */
type PageLogo = {
  readonly address: string;
  readonly type: string;
  readonly smallIcon: string | null;
  readonly maskableIcon: string | null;
};

/** One of the newest announcements of a position, of which its pages show the first that the reader has not put away. */
export type PageAnnouncement = {
  readonly id: string;
  readonly position: AnnouncementPosition;
  readonly shownFrom: Date;
  titleIn(language: Language): string;
};

/** Settings of the shop that affect every page. */
export type PageSettings = {
  /** Origins that pages may connect to, besides the shop's own. */
  readonly origins: readonly string[];
  /** The shop's name in each language, as its operator set it. */
  nameIn(language: Language): string;
  /** Null for the built-in one. */
  readonly brand: PageBrand | null;
  /** Newest first within a position. */
  readonly announcements: readonly PageAnnouncement[];
};

type PageSettingsSource = { readonly clock: Clock; read(): Promise<PageSettings> };

/** The settings of pages, from memory: read at most every five seconds, because every page load needs them. */
export type CachedPageSettings = {
  /** Never rejects. */
  (): Promise<PageSettings>;
  /** To be called after a change. */
  forget(): void;
};

/** The placeholder name in the built pages. */
export const BUILT_NAME = 'Portside';

const CACHE_MS = 5_000;
/** Used where the settings cannot be read: pages still work, and no further origin is allowed. */
const DEFAULTS: PageSettings = { origins: [], nameIn: () => BUILT_NAME, brand: null, announcements: [] };

/** Defaults where `read` fails; read again after five seconds. */
export function cachePageSettings(
  { clock, read }: PageSettingsSource,
  log: Pick<Log, 'warn'>,
): CachedPageSettings {
  let cached: { readonly atMs: number; readonly answer: Promise<PageSettings> } | null = null;
  const readCached = () => {
    const nowMs = clock.now().getTime();
    if (cached === null || nowMs - cached.atMs >= CACHE_MS) {
      const answer = read().catch((error: unknown) => {
        // An outage of the database is in the log once.
        if (!isConnectionLost(error))
          log.warn({ error }, 'the settings of pages could not be read; defaults are used');
        return DEFAULTS;
      });
      cached = { atMs: nowMs, answer };
    }
    return cached.answer;
  };
  return Object.assign(readCached, { forget: () => void (cached = null) });
}
