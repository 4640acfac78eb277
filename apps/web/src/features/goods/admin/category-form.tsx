import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AdminCategory } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { LANGUAGES, languageNames } from '../../../locales/languages.ts';
import { fallbackOf, toKept, toTexts, type Texts } from '../../../locales/texts.ts';
import { AllowedFields } from '../../../ui/fields/allowed-fields.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

const WIDTH_PX = 480;

type Values = { names: Texts; sort: number | string };
type Props = { category: AdminCategory | null; onClose: () => void };

/** A category's names and sort order. Only an empty category can be deleted. */
export function CategoryForm({ category, onClose }: Props) {
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
          <NumberInput
            label={t('goods.field.sort')}
            description={t('goods.hint.sort')}
            allowDecimal={false}
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
