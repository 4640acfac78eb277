import type { AnnouncementPosition } from '@portside/contract';
import { IconChevronDown, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './announcement-bar.module.css';

/**
 * The announcement bar of a prerendered page. Hidden in the build; the server fills in titles and dates of the newest
 * (insert-announcements.ts), and `start.js` shows the first that was not dismissed.
 */
export function DrawnAnnouncement({ position }: { position: AnnouncementPosition }) {
  const { t } = useTranslation();
  return (
    <section className={classes.bar} data-announcement={position} hidden>
      <IconSpeakerphone size={20} stroke={1.7} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <strong className={classes.title} />
        <time className={classes.quiet} />
        <span className={classes.toggle}>
          {t('shell.announcement.read')}
          <IconChevronDown size={16} stroke={1.8} aria-hidden />
        </span>
      </div>
      <span className={classes.close} />
    </section>
  );
}
