import { Button } from '@mantine/core';
import type { Announcement } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import { useAnnouncementColumns } from './announcement-columns.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { POSITIONS, STATES } from './announcement-values.ts';

/** All announcements, newest first: drafts, published and expired. */
export function AllAnnouncements() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['position', 'state'], SORTS.listAnnouncements);
  const columns = useAnnouncementColumns();
  const query = tableQuery(controls.address, { position: POSITIONS, state: STATES });
  const announcements = usePage('listAnnouncements', { query });
  const opened = useOpenedRow(announcements.data?.items, ({ id }) => id);
  const save = () => downloadTable('exportAnnouncements', query, 'announcements.csv');
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
        <Allowed to="createAnnouncement">
          <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={opened.openNew}>
            {t('announcements.add')}
          </Button>
        </Allowed>
      </ListTable>
      {(opened.row ?? opened.isNew) && <AnnouncementForm announcement={opened.row} onClose={opened.close} />}
    </>
  );
}
