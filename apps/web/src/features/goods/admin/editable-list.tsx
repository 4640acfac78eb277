import { Button, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GuardedCall } from '../../../lib/api/permissions.ts';
import type { Texts } from '../../../locales/texts.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import { DataList, type Column } from '../../../ui/data/data-list.tsx';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useOpenedRow } from '../../../ui/layout/use-opened.ts';
import { EmptyState, LoadFailure } from '../../../ui/messages/empty-state.tsx';

type Named = { readonly id: string; readonly name: string };

type Props<Row extends Named> = {
  texts: { readonly title: string; readonly add: string; readonly empty: string };
  /** The call that adds a row. */
  addBy: GuardedCall;
  found: UseQueryResult<Row[]>;
  /** As they are shown; as they were found, if absent. */
  inOrder?: (rows: readonly Row[]) => Row[];
  columns: Column<Row>[];
  /** For a row, or for a new one. */
  renderForm: (row: Row | null, close: () => void) => ReactNode;
};

/** A short list of what a shop has few of, each with its name; a form opens over it. */
export function EditableList<Row extends Named>({
  texts,
  addBy,
  found,
  inOrder,
  columns,
  renderForm,
}: Props<Row>) {
  const { t } = useTranslation('admin');
  const opened = useOpenedRow(found.data, ({ id }) => id);
  const edit: Column<Row> = {
    key: 'edit',
    title: t('goods.edit'),
    onCard: 'wide',
    align: 'end',
    render: (row) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t('goods.editOne', { name: row.name })}
        onClick={() => opened.open(row)}
      >
        {t('goods.edit')}
      </Button>
    ),
  };
  return (
    <Panel
      title={texts.title}
      aside={
        <Allowed to={addBy}>
          <Button leftSection={<IconPlus size={17} />} onClick={opened.openNew}>
            {texts.add}
          </Button>
        </Allowed>
      }
    >
      {found.isError && !found.data ? (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <DataList
          label={texts.title}
          columns={[...columns, edit]}
          rows={found.data && (inOrder?.(found.data) ?? found.data)}
          rowKey={({ id }) => id}
          empty={<EmptyState text={texts.empty} />}
        />
      )}
      {(opened.row ?? opened.isNew) && renderForm(opened.row, opened.close)}
    </Panel>
  );
}

/** What pages of several products are named by, and say of themselves, in each language. */
export type NameTextsValues = { names: Texts; descriptions: Texts };

export function NameTexts<V extends NameTextsValues>({ form }: { form: UseFormReturnType<V> }) {
  const { t } = useTranslation('admin');
  const { names, descriptions } = form.values;
  const change = (field: 'names' | 'descriptions', texts: Texts) =>
    form.setValues((now) => ({ ...now, [field]: texts }));
  return (
    <LanguageTabs label={t('goods.languages')} isWritten={(language) => names[language].trim() !== ''}>
      {(language) => (
        <>
          <TextInput
            label={t('goods.field.name')}
            maxLength={120}
            autoComplete="off"
            value={names[language]}
            error={form.errors['names']}
            onChange={({ currentTarget }) => change('names', { ...names, [language]: currentTarget.value })}
          />
          <Textarea
            label={t('goods.categories.text')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={4_000}
            value={descriptions[language]}
            error={form.errors['descriptions']}
            onChange={({ currentTarget }) =>
              change('descriptions', { ...descriptions, [language]: currentTarget.value })
            }
          />
        </>
      )}
    </LanguageTabs>
  );
}
