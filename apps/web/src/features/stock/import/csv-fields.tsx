import { Checkbox, NativeSelect } from '@mantine/core';
import type { ImportForm } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import classes from './import-wizard.module.css';
import { mapColumn, mappingOf } from './map-columns.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';

const DELIMITERS = [',', ';', '\t', '|', ':'] as const;
const shown = (delimiter: string): string => (delimiter === '\t' ? '⇥ Tab' : delimiter);

type Props = {
  form: ImportForm;
  /** The product's separator. */
  separator: string;
  columns: readonly string[];
  /** Fields of the first line. */
  sample: readonly string[];
  onForm: (form: ImportForm) => void;
};

/** Reads lines as they are, or as CSV: delimiter, header, and the columns that are sold. */
export function CsvFields({ form, separator, columns, sample, onForm }: Props) {
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
