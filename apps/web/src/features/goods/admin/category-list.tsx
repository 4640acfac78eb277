import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { Button, TextInput } from '@mantine/core';
import type { AdminCategory } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { LANGUAGES, languageNames } from '../../../locales/languages.ts';
import { Allowed, AllowedFields } from '../../../ui/layout/allowed.tsx';
import { DataList, type Column } from '../../../ui/data/data-list.tsx';
import { EmptyState, LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useOpenedRow } from '../../../ui/layout/use-opened.ts';
import { Count } from '../../../ui/data/money.tsx';
import { useForm } from '@mantine/form';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { fallbackOf, toKept, toTexts, type Texts } from '../../../locales/texts.ts';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './goods-form.tsx';

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

const WIDTH_PX = 480;

type Values = { names: Texts; sort: number | string };

type Props = { category: AdminCategory | null; onClose: () => void };

/** A category's names and sort order. Only an empty category can be deleted. */
function CategoryForm({ category, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const form = useForm<Values>({
    initialValues: { names: toTexts(category?.names ?? {}), sort: category?.sort ?? 0 },
    validate: { names: (names) => (fallbackOf(names) ? null : t('goods.problem.name')) },
  });
  const send = useFormCall(form);
  const done = async () => {
    await changed();
    onClose();
  };
  const save = useThrottledAction(async ({ names, sort }: Values) => {
    const body = { names: toKept(names), sort: Number(sort) };
    await (category
      ? send('updateCategory', { params: { id: category.id }, body })
      : send('createCategory', { body }));
    await done();
  });
  return (
    <Sheet title={category?.name ?? t('goods.categories.add')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.texts} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="updateCategory">
          {LANGUAGES.map((one) => (
            <TextInput
              key={one}
              lang={one}
              label={languageNames[one]}
              maxLength={120}
              autoComplete="off"
              error={one === 'en' && form.errors['names']}
              value={form.values.names[one]}
              onChange={({ currentTarget }) => form.setFieldValue(`names.${one}`, currentTarget.value)}
            />
          ))}
          <WholeField
            label={t('goods.field.sort')}
            description={t('goods.hint.sort')}
            {...form.getInputProps('sort')}
          />
          <div className={classes.actions}>
            <ThrottledButton type="submit" action={save}>
              {t('goods.save')}
            </ThrottledButton>
            {category && category.goods === 0 && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('goods.categories.askDelete', { name: category.name })}
                onConfirm={async () => {
                  await call('deleteCategory', { params: { id: category.id } });
                  await done();
                }}
              >
                {t('goods.categories.delete')}
              </ConfirmButton>
            )}
          </div>
        </AllowedFields>
      </form>
    </Sheet>
  );
}
