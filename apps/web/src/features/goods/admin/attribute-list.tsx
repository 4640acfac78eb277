import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { AdminAttribute } from '@portside/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { fallbackOf, toKept, toTexts, type Texts } from '../../../locales/texts.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { type Column } from '../../../ui/data/data-list.tsx';
import { Count } from '../../../ui/data/money.tsx';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import { latestOf, rowsOver, typedOver, useFormCall, type Typed } from '../../../ui/fields/use-form-call.ts';
import { WholeField } from '../../../ui/fields/whole-field.tsx';
import { AllowedFields } from '../../../ui/layout/allowed.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { EditableList } from './editable-list.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

/** What products can differ in, in its order. */
export function AttributeList() {
  const { t } = useTranslation('admin');
  const attributes = useQuery({ ...query('listAllAttributes'), select: itemsOf });
  return (
    <EditableList
      texts={{
        title: t('goods.attributes.title'),
        add: t('goods.attributes.add'),
        empty: t('goods.attributes.empty'),
      }}
      addBy="createAttribute"
      found={attributes}
      columns={useColumns()}
      renderForm={(attribute, close) => <AttributeForm attribute={attribute} onClose={close} />}
    />
  );
}

function useColumns(): Column<AdminAttribute>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'name', title: t('goods.field.name'), onCard: 'heading', render: ({ name }) => name },
    {
      key: 'values',
      title: t('goods.attributes.values'),
      onCard: 'wide',
      render: ({ values }) => values.map(({ name }) => name).join(', '),
    },
    { key: 'sort', title: t('goods.field.sort'), align: 'end', render: ({ sort }) => <Count value={sort} /> },
  ];
}

const WIDTH_PX = 560;
const MOST_VALUES = 300;

/** `goods`: how many products have it, which keeps it from being removed. */
type Value = { id: string | undefined; names: Texts; goods: number };
type Values = { names: Texts; sort: number | string; values: Value[] };

const newValue = (): Value => ({ id: undefined, names: toTexts({}), goods: 0 });

const toFormValues = (attribute: AdminAttribute | null): Values => ({
  names: toTexts(attribute?.names ?? {}),
  sort: attribute?.sort ?? 0,
  values: attribute?.values.map(({ id, names, goods }) => ({ id, names: toTexts(names), goods })) ?? [
    newValue(),
    newValue(),
  ],
});

/** What was typed, over the attribute as it is by now. A value that a colleague deleted and this form renamed is new. */
function overPresent(form: Typed<Values>, now: Values): Values {
  const rows = rowsOver(
    form.getInitialValues().values,
    form.values.values,
    now.values,
    (one) => one.id ?? '',
  );
  const ids = new Set(now.values.map(({ id }) => id));
  const values = rows.map((one) => (ids.has(one.id) ? one : { ...one, id: undefined }));
  return { ...typedOver(form, now), values };
}

type Props = { attribute: AdminAttribute | null; onClose: () => void };

function AttributeForm({ attribute, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const form = useForm<Values>({
    initialValues: toFormValues(attribute),
    validate: {
      names: (names) => (fallbackOf(names) ? null : t('goods.problem.name')),
      values: (values) =>
        values.length > 0 && values.every(({ names }) => fallbackOf(names))
          ? null
          : t('goods.attributes.problem'),
    },
  });
  const send = useFormCall(form, { refusals: { attributeInUse: 'values' } });
  const done = async () => {
    await changed();
    onClose();
  };
  const save = useThrottledAction(async () => {
    const now = attribute && (await latestOf(call('listAllAttributes'), attribute));
    const { names, sort, values } = now ? overPresent(form, toFormValues(now)) : form.values;
    const body = {
      names: toKept(names),
      sort: Number(sort),
      values: values.map((one) => ({ ...(one.id && { id: one.id }), names: toKept(one.names) })),
    };
    await (attribute
      ? send('updateAttribute', { params: { id: attribute.id }, body })
      : send('createAttribute', { body }));
    await done();
  });
  const isUsed = form.values.values.some(({ goods }) => goods > 0);
  return (
    <Sheet title={attribute?.name ?? t('goods.attributes.add')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.texts} onSubmit={form.onSubmit(save.run)} noValidate>
        <AllowedFields to="updateAttribute">
          <AttributeTexts form={form} />
          <WholeField
            label={t('goods.field.sort')}
            description={t('goods.hint.sort')}
            {...form.getInputProps('sort')}
          />
          <div className={classes.actions}>
            <ThrottledButton type="submit" action={save}>
              {t('goods.save')}
            </ThrottledButton>
            {attribute && !isUsed && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('goods.attributes.askDelete', { name: attribute.name })}
                onConfirm={async () => {
                  await call('deleteAttribute', { params: { id: attribute.id } });
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

/** The attribute's name and those of its values, in each language. */
function AttributeTexts({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('admin');
  const { names, values } = form.values;
  const problem = form.errors['values'];
  return (
    <>
      <LanguageTabs label={t('goods.languages')} isWritten={(language) => names[language].trim() !== ''}>
        {(language) => (
          <>
            <TextInput
              label={t('goods.field.name')}
              description={t('goods.attributes.nameHint')}
              maxLength={120}
              autoComplete="off"
              value={names[language]}
              error={form.errors['names']}
              onChange={({ currentTarget }) => form.setFieldValue(`names.${language}`, currentTarget.value)}
            />
            {values.map((value, index) => (
              <TextInput
                // New values have no ids: their index is their identity.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                label={t('goods.attributes.value', { number: index + 1 })}
                maxLength={120}
                autoComplete="off"
                value={value.names[language]}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(`values.${index}.names.${language}`, currentTarget.value)
                }
                rightSection={
                  value.goods === 0 && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('goods.attributes.remove', { number: index + 1 })}
                      onClick={() => form.removeListItem('values', index)}
                    >
                      <IconX size={16} />
                    </ActionIcon>
                  )
                }
              />
            ))}
          </>
        )}
      </LanguageTabs>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {values.length < MOST_VALUES && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem('values', newValue())}
        >
          {t('goods.attributes.addValue')}
        </Button>
      )}
    </>
  );
}
