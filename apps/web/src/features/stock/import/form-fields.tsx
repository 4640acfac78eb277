import { Checkbox, NativeSelect } from '@mantine/core';
import type { PreviewLine } from '@portside/accounts/findings';
import type { AdminGoods, ImportForm } from '@portside/contract';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import { WORDS } from './findings-list.tsx';
import { mapColumn, mappingOf } from './import-form.ts';
import stockClasses from '../stock.module.css';
import classes from './check.module.css';

type Format = AdminGoods['format'];
type TableForm = Extract<ImportForm, { kind: 'csv' }>;

type FormFieldsProps = {
  form: ImportForm;
  format: Format;
  /** Values of the first row. */
  sample: readonly string[];
  onForm: (form: ImportForm) => void;
  /** With another delimiter, or none, the file is read anew: earlier answers were about other lines. */
  onRestart: (delimiter: string | null) => void;
};

/** Whether lines are sold as they are or read as a table. */
export function FormFields({ form, format, sample, onForm, onRestart }: FormFieldsProps) {
  const { t } = useTranslation('admin');
  const likely = () => DELIMITERS.find((one) => sample.some((value) => value.includes(one))) ?? DELIMITERS[0];
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('stock.import.kind')}</h3>
      <ChoiceRow
        aria-label={t('stock.import.kind')}
        value={form.kind}
        onChange={(kind) => onRestart(kind === 'text' ? null : likely())}
        data={(['text', 'csv'] as const).map((value) => ({ value, label: t(`stock.import.as.${value}`) }))}
      />
      {form.kind === 'text' && <HeadingBox form={form} sample={sample} onForm={onForm} />}
      {form.kind === 'csv' && (
        <TableFields
          form={form}
          columns={format.columns}
          sample={sample}
          onForm={onForm}
          onDelimiter={onRestart}
        />
      )}
    </section>
  );
}

const DELIMITERS = [',', ';', '\t', '|', ':'] as const;

const shown = (delimiter: string): string => (delimiter === '\t' ? '⇥ Tab' : delimiter.replaceAll(' ', '␣'));

type TableFieldsProps = {
  form: TableForm;
  /** The account's. */
  columns: readonly string[];
  sample: readonly string[];
  onForm: (form: ImportForm) => void;
  onDelimiter: (delimiter: string) => void;
};

/** A table's delimiter and heading, which of its columns are sold, and which are not. */
function TableFields({ form, columns, sample, onForm, onDelimiter }: TableFieldsProps) {
  const { t } = useTranslation('admin');
  const { pair, list } = usePunctuation();
  // Names tell more than the first values.
  const names = (form.heading ?? sample).map((name, index) => pair(String(index + 1), name.slice(0, 24)));
  const mapping = mappingOf(form.columns, columns.length, names.length);
  const leftOut = names.filter((_, index) => !mapping.includes(index));
  return (
    <>
      <div className={stockClasses.pair}>
        <NativeSelect
          label={t('stock.import.delimiter')}
          data={[...new Set([...DELIMITERS, form.delimiter])].map((value) => ({
            value,
            label: shown(value),
          }))}
          value={form.delimiter}
          onChange={({ currentTarget }) => onDelimiter(currentTarget.value)}
        />
        <HeadingBox form={form} sample={sample} onForm={onForm} />
      </div>
      <div className={stockClasses.mapping}>
        {mapping.map((from, place) => (
          <NativeSelect
            // An account's columns are identified by their position.
            key={columns[place]}
            label={columns[place]}
            data={[
              { value: '', label: t('stock.import.leaveOut') },
              ...names.map((label, index) => ({ value: String(index), label })),
            ]}
            value={from === null ? '' : String(from)}
            onChange={({ currentTarget: { value } }) =>
              onForm({ ...form, columns: mapColumn(mapping, place, value === '' ? null : Number(value)) })
            }
          />
        ))}
      </div>
      {leftOut.length > 0 && <p className={classes.quiet}>{pair(t('stock.check.leftOut'), list(leftOut))}</p>}
    </>
  );
}

type HeadingBoxProps = Pick<FormFieldsProps, 'form' | 'sample' | 'onForm'>;

/** Whether the first line names the columns, whatever it looks like. */
function HeadingBox({ form, sample, onForm }: HeadingBoxProps) {
  const { t } = useTranslation('admin');
  return (
    <Checkbox
      className={stockClasses.header}
      label={t('stock.import.header')}
      checked={form.heading !== undefined || (form.kind === 'csv' && form.has_header)}
      onChange={({ currentTarget: { checked } }) => {
        const { heading: _, ...rest } = form;
        const changed: ImportForm = rest.kind === 'csv' ? { ...rest, has_header: checked } : rest;
        onForm(checked ? { ...changed, heading: [...sample] } : changed);
      }}
    />
  );
}

type PreviewProps = { lines: readonly PreviewLine[]; columns: readonly string[] };

/** The first lines, a value a column as buyers will see it; of those that are refused, the line and the reason. */
export function PreviewTable({ lines, columns }: PreviewProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const width = Math.max(columns.length, ...lines.map(({ values }) => values.length));
  const places = Array.from({ length: width }, (_, place) => place);
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('stock.import.preview')}</h3>
      {lines.length === 0 ? (
        <p className={classes.quiet}>{t('stock.import.nothing')}</p>
      ) : (
        // Focusable, so that a keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={stockClasses.preview} tabIndex={0}>
          <table aria-label={t('stock.import.preview')}>
            <thead>
              <tr>
                <th>{t('stock.check.line')}</th>
                {places.map((place) => (
                  <th key={place}>{columns[place]}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ line, values, account, fault }) => (
                <tr key={line} data-fault={fault !== null || undefined}>
                  <td className="figures">{line.toLocaleString(language)}</td>
                  {fault === null ? (
                    places.map((place) => (
                      <td key={place}>
                        <code translate="no">{beginningOf(values[place])}</code>
                      </td>
                    ))
                  ) : (
                    <td colSpan={width}>
                      <code translate="no">{beginningOf(account)}</code>{' '}
                      <StatusBadge tone="bad">{t(`stock.fault.${WORDS[fault]}`)}</StatusBadge>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const SHOWN_CHARACTERS = 200;

/** Of a value of many thousand characters. */
const beginningOf = (value = ''): string =>
  value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
