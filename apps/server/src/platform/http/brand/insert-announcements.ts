import type { Language } from '@portside/contract';
import { escapeHtml } from '../../escape-html.ts';
import type { PageAnnouncement } from '../page-settings.ts';

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
