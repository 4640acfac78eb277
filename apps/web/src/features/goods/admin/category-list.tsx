import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { NativeSelect } from '@mantine/core';
import type { AdminCategory } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { LANGUAGES } from '../../../locales/languages.ts';
import { AllowedFields } from '../../../ui/layout/allowed.tsx';
import { type Column } from '../../../ui/data/data-list.tsx';
import { Count } from '../../../ui/data/money.tsx';
import { useForm } from '@mantine/form';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { fallbackOf, toKept, toTexts } from '../../../locales/texts.ts';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { latestOf, typedOver, useFormCall } from '../../../ui/fields/use-form-call.ts';
import { EditableList, NameTexts, type NameTextsValues } from './editable-list.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';
import { ImageEditor } from './image-editor.tsx';

/** The categories of the shop in their order, subcategories below theirs. */
export function CategoryList() {
  const { t } = useTranslation('admin');
  const categories = useQuery({ ...query('listAllCategories'), select: itemsOf });
  return (
    <EditableList
      texts={{
        title: t('goods.categories.title'),
        add: t('goods.categories.add'),
        empty: t('goods.categories.empty'),
      }}
      addBy="createCategory"
      found={categories}
      inOrder={inTree}
      columns={useColumns()}
      renderForm={(category, close) => (
        <CategoryForm category={category} categories={categories.data ?? []} onClose={close} />
      )}
    />
  );
}

/** Each category of the first level, followed by its own. */
const inTree = (categories: readonly AdminCategory[]): AdminCategory[] =>
  categories
    .filter(({ parent }) => parent === null)
    .flatMap((top) => [top, ...categories.filter(({ parent }) => parent?.id === top.id)]);

function useColumns(): Column<AdminCategory>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'name',
      title: t('goods.field.name'),
      onCard: 'heading',
      render: ({ name, parent }) => (parent ? `${parent.name} / ${name}` : name),
    },
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
  ];
}

const WIDTH_PX = 560;

type Values = NameTextsValues & { parent: string; sort: number | string };

type Props = {
  category: AdminCategory | null;
  /** All of both levels. */
  categories: readonly AdminCategory[];
  onClose: () => void;
};

const toFormValues = (category: AdminCategory | null): Values => ({
  names: toTexts(category?.names ?? {}),
  descriptions: toTexts(category?.descriptions ?? {}),
  parent: category?.parent?.id ?? '',
  sort: category?.sort ?? 0,
});

const parentsFor = (category: AdminCategory | null, categories: readonly AdminCategory[]) =>
  categories
    .filter(({ id, parent }) => parent === null && id !== category?.id)
    .map(({ id, name }) => ({ value: id, label: name }));

/** A category's names, texts, parent, picture and sort order. Only an empty category can be deleted. */
function CategoryForm({ category, categories, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const form = useForm<Values>({
    initialValues: toFormValues(category),
    validate: { names: (names) => (fallbackOf(names) ? null : t('goods.problem.name')) },
  });
  const send = useFormCall(form, { fields: { parent_id: 'parent' } });
  const done = async () => {
    await changed();
    onClose();
  };
  const save = useThrottledAction(async () => {
    const now = category && (await latestOf(call('listAllCategories'), category));
    const { names, descriptions, parent, sort } = now ? typedOver(form, toFormValues(now)) : form.values;
    const texts = { names: toKept(names), descriptions: toKept(descriptions) };
    const body = { ...texts, ...(parent !== '' && { parent_id: parent }), sort: Number(sort) };
    await (category
      ? send('updateCategory', { params: { id: category.id }, body })
      : send('createCategory', { body }));
    await done();
  });
  const isEmpty = category?.goods === 0 && category.subcategories === 0;
  return (
    <Sheet title={category?.name ?? t('goods.categories.add')} size={WIDTH_PX} onClose={onClose}>
      {category && (
        <ImageEditor of={category} to={['setCategoryImage', 'removeCategoryImage']} onChanged={changed} />
      )}
      <form className={classes.texts} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="updateCategory">
          <NameTexts form={form} />
          <NativeSelect
            label={t('goods.categories.parent')}
            description={t('goods.categories.parentHint')}
            disabled={(category?.subcategories ?? 0) > 0}
            data={[{ value: '', label: t('goods.categories.top') }, ...parentsFor(category, categories)]}
            {...form.getInputProps('parent')}
          />
          <WholeField
            label={t('goods.field.sort')}
            description={t('goods.hint.sort')}
            {...form.getInputProps('sort')}
          />
          <div className={classes.actions}>
            <ThrottledButton type="submit" action={save}>
              {t('goods.save')}
            </ThrottledButton>
            {category && isEmpty && (
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
