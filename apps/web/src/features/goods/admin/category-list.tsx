import { Button } from '@mantine/core';
import type { AdminCategory } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { LANGUAGES } from '../../../locales/languages.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { DataList, type Column } from '../../../ui/data/data-list.tsx';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import { Count } from '../../../ui/data/count.tsx';
import { CategoryForm } from './category-form.tsx';

/** The categories of the shop, in their order. */
export function CategoryList() {
  const { t } = useTranslation('admin');
  const categories = useQuery({ ...query('listAllCategories'), select: itemsOf });
  const opened = useOpenedRow(categories.data, ({ id }) => id);
  const columns = useColumns(opened.open);
  return (
    <Panel
      title={t('goods.categories.title')}
      aside={
        <Allowed to="createCategory">
          <Button leftSection={<IconPlus size={17} />} onClick={opened.openNew}>
            {t('goods.categories.add')}
          </Button>
        </Allowed>
      }
    >
      {categories.isError && !categories.data ? (
        <LoadFailure error={categories.error} onRetry={() => void categories.refetch()} />
      ) : (
        <DataList
          label={t('goods.categories.title')}
          columns={columns}
          rows={categories.data}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t('goods.categories.empty')} />}
        />
      )}
      {(opened.row ?? opened.isNew) && <CategoryForm category={opened.row} onClose={opened.close} />}
    </Panel>
  );
}

function useColumns(edit: (category: AdminCategory) => void): Column<AdminCategory>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'name', title: t('goods.field.name'), onCard: 'heading', render: ({ name }) => name },
    {
      key: 'languages',
      title: t('goods.languages'),
      render: ({ names }) => LANGUAGES.filter((one) => names[one]).join(', '),
    },
    { key: 'sort', title: t('goods.field.sort'), align: 'end', render: ({ sort }) => <Count value={sort} /> },
    {
      key: 'goods',
      title: t('goods.categories.goods'),
      align: 'end',
      render: ({ goods }) => <Count value={goods} />,
    },
    {
      key: 'edit',
      title: t('goods.edit'),
      onCard: 'wide',
      align: 'end',
      render: (category) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('goods.editOne', { name: category.name })}
          onClick={() => edit(category)}
        >
          {t('goods.edit')}
        </Button>
      ),
    },
  ];
}
