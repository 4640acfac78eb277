import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './data-table.module.css';
import type { TablePage } from './table-column.ts';
import { PAGE_SIZES } from './table-address.ts';
import type { TableControls } from './use-table-address.ts';

type Props = { page: TablePage<unknown> | undefined; controls: TableControls<never> };

/** Which rows are shown, the total where it is known, and paging. */
export function TableFooter({ page, controls }: Props) {
  const { t } = useTranslation('admin');
  const { address, previous, first, next, showRows } = controls;
  const cursor = page?.next_cursor ?? null;
  return (
    <div className={classes.footer}>
      <Shown page={page} before={controls.before} />
      <NativeSelect
        size="xs"
        aria-label={t('table.rows')}
        title={t('table.rows')}
        data={PAGE_SIZES.map(String)}
        value={String(address.limit)}
        onChange={({ currentTarget }) => showRows(Number(currentTarget.value))}
      />
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('table.first')}
          disabled={!first}
          onClick={first}
        >
          <IconChevronsLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('table.previous')}
          disabled={!previous}
          onClick={previous}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('table.next')}
          disabled={cursor === null}
          onClick={() => cursor !== null && next(cursor)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </ActionIcon.Group>
    </div>
  );
}

function Shown({ page, before }: { page: TablePage<unknown> | undefined; before: number | undefined }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (!page || page.items.length === 0 || before === undefined) return <span className={classes.shown} />;
  const figure = (value: number) => value.toLocaleString(language);
  const range = { from: figure(before + 1), to: figure(before + page.items.length) };
  return (
    <span className={`${classes.shown} figures`} aria-live="polite">
      {page.total === null
        ? t('table.shown', range)
        : t('table.shownOf', { ...range, total: figure(page.total) })}
    </span>
  );
}
