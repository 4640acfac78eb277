import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../buttons/throttled-button.tsx';
import classes from './data-table.module.css';
import type { TableControls } from './table-address.ts';

type Props = {
  /** Whose views they are. */
  table: string;
  controls: TableControls<never>;
};

/** The reader's own views of a table: its filters and order under a name, as the address has them. */
export function SavedViews({ table, controls }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { data: views = [] } = useQuery({
    ...query('listSavedViews', { query: { table } }),
    select: itemsOf,
    enabled: isOpen,
  });
  const changed = () => client.invalidateQueries({ queryKey: queryKey('listSavedViews') });
  const remove = async (id: string) => {
    await call('deleteView', { params: { id } });
    await changed();
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          leftSection={<IconBookmark size={16} stroke={1.7} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('table.views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choice}>
        {views.map((view) => (
          <div key={view.id} className={classes.view}>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                controls.look(view.query);
                setIsOpen(false);
              }}
            >
              {view.name}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('table.deleteView', { name: view.name })}
              // A failed call announces itself.
              onClick={() => void remove(view.id).catch(() => undefined)}
            >
              <IconX size={15} />
            </ActionIcon>
          </div>
        ))}
        <SaveView table={table} search={controls.search} onSaved={changed} />
      </Popover.Dropdown>
    </Popover>
  );
}

type SaveProps = { table: string; search: string; onSaved: () => Promise<unknown> };

/** Gives what is shown now a name. */
function SaveView({ table, search, onSaved }: SaveProps) {
  const { t } = useTranslation('admin');
  const [name, setName] = useState('');
  const save = useThrottledAction(async () => {
    await call('saveView', { body: { table, name: name.trim(), query: search } });
    setName('');
    await onSaved();
  });
  if (search === '') return <p>{t('table.noView')}</p>;
  return (
    <form
      className={classes.view}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <TextInput
        size="xs"
        aria-label={t('table.viewName')}
        placeholder={t('table.viewName')}
        maxLength={40}
        required
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ThrottledButton type="submit" size="xs" action={save}>
        {t('table.saveView')}
      </ThrottledButton>
    </form>
  );
}
