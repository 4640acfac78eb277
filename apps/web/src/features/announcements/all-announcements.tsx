import { Button } from '@mantine/core';
import type { Announcement, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/query.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { POSITIONS, STATES } from './announcement-values.ts';
import { formatDateTime, MINUTE_MS } from '../../lib/format/times.ts';
import { LANGUAGES } from '../../locales/languages.ts';
import { fallbackOf, toTexts } from '../../locales/texts.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

/** All announcements, newest first: drafts, published and expired. */
export function AllAnnouncements() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['position', 'state'], SORTS.listAnnouncements);
  const columns = useAnnouncementColumns();
  const query = tableQuery(controls.address, { position: POSITIONS, state: STATES });
  const announcements = usePage('listAnnouncements', { query });
  const opened = useOpenedRow(announcements.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportAnnouncements', query, 'announcements', format);
  return (
    <>
      <ListTable<Announcement>
        name="announcements"
        label={t('announcements.title')}
        columns={columns}
        controls={controls}
        list={announcements}
        exportOf="exportAnnouncements"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
        buttons={
          <Allowed to="createAnnouncement">
            <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={opened.openNew}>
              {t('announcements.add')}
            </Button>
          </Allowed>
        }
      >
        <ChoiceFilter
          controls={controls}
          name="position"
          label={t('announcements.field.position')}
          options={POSITIONS.map((value) => ({ value, label: t(`announcements.position.${value}`) }))}
        />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('announcements.field.state')}
          options={STATES.map((value) => ({ value, label: t(`announcements.state.${value}`) }))}
        />
      </ListTable>
      {(opened.row ?? opened.isNew) && <AnnouncementForm announcement={opened.row} onClose={opened.close} />}
    </>
  );
}

function useAnnouncementColumns(): TableColumn<Announcement>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const own = LANGUAGES.find((one) => one === language);
  const moment = (at: string | null) =>
    at === null ? '–' : <time dateTime={at}>{formatDateTime(at, language)}</time>;
  const { list } = usePunctuation();
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
      render: ({ position, also_at: others }) =>
        list([position, ...others].map((one) => t(`announcements.position.${one}`))),
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

const TONES = { draft: 'neutral', shown: 'good', waiting: 'info', over: 'neutral' } satisfies Record<
  string,
  Tone
>;

/** Whether readers see it now: a published one may be scheduled or over. */
function AnnouncementBadge({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('admin');
  const now = useNow(MINUTE_MS);
  const stage = stageOf(announcement, now);
  return (
    <StatusBadge tone={TONES[stage]} isLive={stage === 'shown'}>
      {t(`announcements.stage.${stage}`)}
    </StatusBadge>
  );
}

function stageOf({ state, starts_at, ends_at }: Announcement, nowMs: number): keyof typeof TONES {
  if (state === 'draft') return 'draft';
  if (ends_at !== null && new Date(ends_at).getTime() <= nowMs) return 'over';
  return starts_at !== null && new Date(starts_at).getTime() > nowMs ? 'waiting' : 'shown';
}
