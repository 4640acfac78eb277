import type { Language } from '@portside/contract';
import { escapeHtml } from '../../escape-html.ts';
import type { PageAnnouncement } from '../page-settings.ts';

/** A hidden bar of a prerendered page: announcement-slot.tsx of the web pages draws it with an empty title and date. */
const BAR = /(<section\b[^>]*\sdata-announcement="(\w+)"[^>]*?) hidden=""([^>]*>.*?<\/section>)/gs;

/** Fills in the bars of the positions that have an announcement, so that it moves nothing when the script shows it. */
export const insertAnnouncements = (
  html: string,
  announcements: readonly PageAnnouncement[],
  language: Language,
): string =>
  announcements.length === 0
    ? html
    : html.replaceAll(BAR, (whole, start: string, position: string, rest: string) => {
        const shown = announcements.find((one) => one.position === position);
        if (!shown) return whole;
        return `${start} data-id="${shown.id}"${rest}`
          .replace('></strong>', () => `>${escapeHtml(shown.titleIn(language))}</strong>`)
          .replace('></time>', () => `>${escapeHtml(dateIn(shown.shownFrom, language))}</time>`);
      });

/** The day in UTC until the script writes it in the reader's time zone: about as wide. */
const dateIn = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
