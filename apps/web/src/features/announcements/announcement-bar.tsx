import { CloseButton } from '@mantine/core';
import type { AnnouncementPosition, ShownAnnouncement } from '@portside/contract';
import { IconChevronDown, IconSpeakerphone } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatDate } from '../../lib/format/times.ts';
import classes from './announcement-bar.module.css';
import { putAnnouncementAway, useAnnouncements } from './use-announcements.ts';

/** Two more files, for those who read on. */
const RichText = lazy(async () => ({ default: (await import('../../ui/data/rich-text.tsx')).RichText }));

type Props = {
  readonly position: AnnouncementPosition;
  /** In the place of the announcements until they have loaded. */
  readonly before: ReactNode;
};

/** The newest announcement above the content, which it covers nothing of; putting it away shows the next. */
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
  // A page may show those of two positions.
  const id = `announcement-${shown.id}`;
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
