import { Button, CloseButton } from '@mantine/core';
import type { AnnouncementPosition } from '@portside/contract';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDate } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { RichText } from '../../ui/data/rich-text.tsx';
import classes from './announcement-card.module.css';
import { closeAnnouncement, hideAnnouncementToday, useAnnouncements } from './use-announcements.ts';

/** The newest announcement in a corner of the page, one at a time. It moves no content and waits for no answer. */
export default function AnnouncementCard({ position }: { position: AnnouncementPosition }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [shown, ...others] = useAnnouncements(position);
  return (
    <div className={classes.corner} aria-live="polite">
      {shown && (
        <section key={shown.id} className={classes.card} aria-labelledby="announcement">
          <header className={classes.head}>
            <IconSpeakerphone size={20} stroke={1.7} aria-hidden className={classes.icon} />
            <h2 id="announcement" className={classes.title}>
              {shown.title}
            </h2>
            <CloseButton aria-label={t('shell.close')} onClick={() => closeAnnouncement(shown.id)} />
          </header>
          {shown.body !== '' && (
            // Focusable, so that a keyboard can scroll it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <div className={classes.body} tabIndex={0}>
              <RichText html={shown.body} />
            </div>
          )}
          <footer className={classes.foot}>
            <time dateTime={shown.shown_from}>{formatDate(shown.shown_from, language)}</time>
            {others.length > 0 && <span>{t('shell.announcement.more', { number: others.length })}</span>}
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.hide}
              onClick={() => hideAnnouncementToday(shown.id)}
            >
              {t('shell.announcement.hide')}
            </Button>
          </footer>
        </section>
      )}
    </div>
  );
}
