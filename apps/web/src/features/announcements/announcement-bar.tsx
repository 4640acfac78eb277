import { CloseButton } from '@mantine/core';
import type { AnnouncementPosition, ShownAnnouncement } from '@portside/contract';
import { IconChevronDown, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatDate, MINUTE_MS } from '../../lib/format/times.ts';
import classes from './announcement-bar.module.css';

/** Two more files, needed only by those who read on. */
const RichText = lazy(async () => ({ default: (await import('../../ui/data/rich-text.tsx')).RichText }));

type Props = {
  readonly position: AnnouncementPosition;
  /** Shown until the announcements have loaded. */
  readonly before: ReactNode;
};

/** The newest announcement, above the content and never over it; dismissing it shows the next. */
export default function AnnouncementBar({ position, before }: Props) {
  const announcements = useAnnouncements(position);
  const [shown, ...others] = announcements ?? [];
  return (
    <div aria-live="polite">
      {announcements === undefined && before}
      {shown && <Bar key={shown.id} shown={shown} others={others.length} />}
    </div>
  );
}

function Bar({ shown, others }: { shown: ShownAnnouncement; others: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  // A page may show announcements of two positions, and one at both.
  const id = `announcement-${shown.position}-${shown.id}`;
  return (
    <section className={classes.bar} aria-labelledby={id}>
      <IconSpeakerphone size={20} stroke={1.7} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <h2 id={id} className={classes.title}>
          {shown.title}
        </h2>
        <time className={classes.quiet} dateTime={shown.shown_from}>
          {formatDate(shown.shown_from, language)}
        </time>
        {others > 0 && (
          <span className={classes.quiet}>{t('shell.announcement.more', { number: others })}</span>
        )}
        {shown.body !== '' && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={`${id}-text`}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'shell.announcement.less' : 'shell.announcement.read')}
            <IconChevronDown size={16} stroke={1.8} aria-hidden />
          </button>
        )}
      </div>
      <CloseButton
        className={classes.close}
        aria-label={t('shell.announcement.putAway')}
        title={t('shell.announcement.putAway')}
        onClick={() => putAnnouncementAway(shown.id)}
      />
      {shown.body !== '' && (
        <div id={`${id}-text`} className={classes.body} hidden={!isOpen}>
          {isOpen && (
            <Suspense>
              <RichText html={shown.body} />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

/**
 * Announcements for a position that have not ended and that the reader has not dismissed, newest first; new ones arrive
 * live. Undefined while loading, empty if loading failed.
 */
function useAnnouncements(position: AnnouncementPosition): ShownAnnouncement[] | undefined {
  const client = useQueryClient();
  const request = { params: { position } };
  const { data, isError } = useQuery({
    ...query('listAnnouncementsAt', request, { isQuiet: true }),
    select: itemsOf,
  });
  useLiveEvent('announcement', (event) => {
    if (event.position === position)
      void client.invalidateQueries({ queryKey: queryKey('listAnnouncementsAt', request) });
  });
  const away = useStored((s) => s.announcementsPutAway);
  const nowMs = useNow(MINUTE_MS);
  return (data ?? (isError ? [] : undefined))?.filter(
    ({ id, ends_at: end }) => !away.includes(id) && (end === null || Date.parse(end) > nowMs),
  );
}

/** Hides one announcement in this browser for good. */
const putAnnouncementAway = (id: string): void =>
  updateStored({ announcementsPutAway: putAway(storedState().announcementsPutAway, id) });

/** Older announcements have ended long before. */
const MOST_REMEMBERED = 100;

/** Adds an announcement to the dismissed ones, newest last. */
export const putAway = (ids: readonly string[], id: string): readonly string[] =>
  [...ids.filter((one) => one !== id), id].slice(-MOST_REMEMBERED);
