import type { Announcement } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { LANGUAGES } from '../../../locales/languages.ts';
import { fallbackOf, toTexts } from '../../../locales/texts.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { AnnouncementBadge } from './announcement-badge.tsx';

export function useAnnouncementColumns(): TableColumn<Announcement>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const own = LANGUAGES.find((one) => one === language);
  const moment = (at: string | null) =>
    at === null ? '–' : <time dateTime={at}>{formatDateTime(at, language)}</time>;
  const titleOf = (one: Announcement): string => {
    const title = toTexts(one.title);
    const read = own && title[own] !== '' ? own : fallbackOf(title);
    return read ? title[read] : '–';
  };
  return [
    { key: 'title', title: t('announcements.field.title'), render: titleOf },
    {
      key: 'position',
      title: t('announcements.field.position'),
      render: ({ position }) => t(`announcements.position.${position}`),
    },
    {
      key: 'state',
      title: t('announcements.field.state'),
      render: (one) => <AnnouncementBadge announcement={one} />,
    },
    {
      key: 'languages',
      title: t('announcements.field.languages'),
      render: ({ title }) => LANGUAGES.filter((one) => title[one]).join(', '),
    },
    { key: 'starts_at', title: t('announcements.field.starts'), render: ({ starts_at: at }) => moment(at) },
    { key: 'ends_at', title: t('announcements.field.ends'), render: ({ ends_at: at }) => moment(at) },
    {
      key: 'updated_at',
      title: t('announcements.field.updated'),
      isExtra: true,
      render: ({ updated_at: at }) => moment(at),
    },
  ];
}
