import { Button, Checkbox, Skeleton, NativeSelect } from '@mantine/core';
import type { ImportForm, Data, AdminGoods } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { type ImportSource, mapColumn, mappingOf } from './import-source.ts';
import classes from '../stock.module.css';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { call } from '../../../lib/api/call.ts';

type FormStepProps = {
  source: ImportSource;
  beginning: string;
  /** null: as the server detects it. */
  form: ImportForm | null;
  onForm: (form: ImportForm) => void;
  onBack: () => void;
  onStart: (form: ImportForm) => void;
};

/** How the lines are read, a preview, and the confirmation of the right to sell them. */
export function FormStep({ source, beginning, form, onForm, onBack, onStart }: FormStepProps) {
  const { t } = useTranslation('admin');
  const [hasRight, setHasRight] = useState(false);
  const { format } = source.goods;
  const preview = useQuery({
    queryKey: ['previewImport', beginning, format, form],
    queryFn: ({ signal }) => previewImport(beginning, format, form, signal),
    placeholderData: keepPreviousData,
  });
  const found = preview.data;
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('stock.import.back')}
    </Button>
  );
  if (preview.isError && !found)
    return (
      <div className={classes.step}>
        {form && (
          <CsvFields
            form={form}
            separator={format.separator}
            columns={format.columns}
            sample={[]}
            onForm={onForm}
          />
        )}
        <FailedState onRetry={() => void preview.refetch()} />
        <div className={classes.importWizardButtons}>{back}</div>
      </div>
    );
  if (!found) return <Skeleton height={360} />;
  const { open_line: openLine } = found;
  const used = preview.isPlaceholderData && form ? form : found.form;
  return (
    <div className={classes.step}>
      <CsvFields
        form={used}
        separator={format.separator}
        columns={format.columns}
        sample={found.lines[0]?.fields ?? []}
        onForm={onForm}
      />
      {openLine !== null && <OpenQuoteWarning line={openLine} />}
      <PreviewTable lines={found.lines} />
      <Checkbox
        checked={hasRight}
        onChange={({ currentTarget }) => setHasRight(currentTarget.checked)}
        label={t('stock.import.right')}
        description={t('stock.import.barred')}
      />
      <div className={classes.importWizardButtons}>
        {back}
        <Button
          disabled={!hasRight || found.lines.length === 0 || preview.isPlaceholderData}
          onClick={() => onStart(found.form)}
        >
          {t('stock.import.start')}
        </Button>
      </div>
    </div>
  );
}

/** A quote that nothing closes would swallow the rows after it. */
function OpenQuoteWarning({ line }: { line: number }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <Callout
      tone="warn"
      icon={<IconAlertTriangle size={18} />}
      title={t('stock.import.openQuote.title', { line: line.toLocaleString(language) })}
    >
      {t('stock.import.openQuote.text')}
    </Callout>
  );
}

const DELIMITERS = [',', ';', '\t', '|', ':'] as const;

const shown = (delimiter: string): string => (delimiter === '\t' ? '⇥ Tab' : delimiter);

type CsvFieldsProps = {
  form: ImportForm;
  /** The product's separator. */
  separator: string;
  columns: readonly string[];
  /** Fields of the first line. */
  sample: readonly string[];
  onForm: (form: ImportForm) => void;
};

/** Reads lines as they are, or as CSV: delimiter, header, and the columns that are sold. */
function CsvFields({ form, separator, columns, sample, onForm }: CsvFieldsProps) {
  const { t } = useTranslation('admin');
  const { pair } = usePunctuation();
  const setKind = (kind: string) =>
    onForm(kind === 'text' ? { kind } : { kind: 'csv', delimiter: ',', has_header: false, separator });
  return (
    <div className={classes.csv}>
      <ChoiceRow
        aria-label={t('stock.import.kind')}
        value={form.kind}
        onChange={setKind}
        data={(['text', 'csv'] as const).map((value) => ({ value, label: t(`stock.import.as.${value}`) }))}
      />
      {form.kind === 'csv' && (
        <>
          <div className={classes.pair}>
            <NativeSelect
              label={t('stock.import.delimiter')}
              data={[...new Set([...DELIMITERS, form.delimiter])].map((value) => ({
                value,
                label: shown(value),
              }))}
              value={form.delimiter}
              onChange={({ currentTarget }) => {
                const { columns: _, ...rest } = form;
                onForm({ ...rest, delimiter: currentTarget.value });
              }}
            />
            <Checkbox
              className={classes.header}
              label={t('stock.import.header')}
              checked={form.has_header}
              onChange={({ currentTarget }) => onForm({ ...form, has_header: currentTarget.checked })}
            />
          </div>
          <div className={classes.mapping}>
            {mappingOf(form.columns, columns.length, sample.length).map((from, place) => (
              <NativeSelect
                // An account's columns are identified by their position.
                key={columns[place]}
                label={columns[place]}
                data={[
                  { value: '', label: t('stock.import.leaveOut') },
                  ...sample.map((field, index) => ({
                    value: String(index),
                    label: pair(String(index + 1), field.slice(0, 24)),
                  })),
                ]}
                value={from === null ? '' : String(from)}
                onChange={({ currentTarget: { value } }) =>
                  onForm({
                    ...form,
                    columns: mapColumn(
                      mappingOf(form.columns, columns.length, sample.length),
                      place,
                      value === '' ? null : Number(value),
                    ),
                  })
                }
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

type Lines = Data<'previewImport'>['lines'];

type Fault = NonNullable<Lines[number]['fault']>;

const WORDS = {
  duplicate: 'duplicate',
  'too long': 'tooLong',
  'control characters': 'control',
  'not UTF-8': 'notUtf8',
  'separator in a field': 'separator',
  'column missing': 'column',
  'open quote': 'quote',
  'line break': 'lineBreak',
  heading: 'heading',
  sum: 'sum',
  ornament: 'ornament',
  'open value': 'openValue',
  guard: 'guard',
  surplus: 'surplus',
  'row width': 'rowWidth',
} as const satisfies Record<Fault, string>;

/** The first lines as they would be sold, or why they would be refused. */
function PreviewTable({ lines }: { lines: Lines }) {
  const { t } = useTranslation('admin');
  if (lines.length === 0) return <p className={classes.importWizardQuiet}>{t('stock.import.nothing')}</p>;
  return (
    // Focusable, so that a keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.preview} tabIndex={0}>
      <table aria-label={t('stock.import.preview')}>
        <tbody>
          {lines.map(({ line, account, fault }) => (
            <tr key={line} data-fault={fault !== null || undefined}>
              <td className="figures">{line}</td>
              <td>
                <code>{account}</code>
              </td>
              <td>{fault && <StatusBadge tone="bad">{t(`stock.fault.${WORDS[fault]}`)}</StatusBadge>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Format = AdminGoods['format'];

/**
 * Previews the beginning of a file. Where no columns are chosen yet, the first ones are mapped to the product's
 * columns.
 */
async function previewImport(
  beginning: string,
  { separator, columns }: Format,
  form: ImportForm | null,
  signal: AbortSignal,
): Promise<Data<'previewImport'>> {
  const ask = (chosen: ImportForm | null) =>
    call(
      'previewImport',
      { body: { text: beginning, separator, columns: columns.length, ...(chosen && { form: chosen }) } },
      { signal },
    );
  const first = await ask(form);
  const { form: found, lines } = first;
  const width = Math.min(columns.length, lines[0]?.fields.length ?? 0);
  if (found.kind === 'text' || found.columns || width === 0) return first;
  return ask({ ...found, columns: Array.from({ length: width }, (_, column) => column) });
}
