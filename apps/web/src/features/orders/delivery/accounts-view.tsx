import type { DeliveredAccount, DeliveryFormat } from '@portside/contract';
import { addColumns, formatLines } from '@portside/accounts/format-accounts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { withTexts } from '../../../locales/language.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import classes from './delivery.module.css';
import { PageButtons } from '../../../ui/buttons/page-buttons.tsx';
import { PER_PAGE, surveyOf, useAccounts, useDeliveryFormat } from './use-accounts.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import { findGuarded, listPossibleColumns, findTwoFactorSecret } from './one-time-code.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';

/** Few orders have remedied accounts. */
const RemediedAccounts = lazy(withTexts('service', () => import('../warranty-claims/remedied-accounts.tsx')));

/** Few products are sold with a second factor. */
const oneTimeCodes = withTexts('service', () => import('./one-time-codes.tsx'));
const OneTimeCodes = lazy(async () => ({ default: (await oneTimeCodes()).OneTimeCodes }));
const CodeColumn = lazy(async () => ({ default: (await oneTimeCodes()).CodeColumn }));

const SKELETON_LINES = 5;

/** The accounts: split into fields, as raw lines, or in the buyer's own format. */
export function AccountsView({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<string>();
  const [codeColumn, setCodeColumn] = useState('');
  const [page, setPage] = useState(1);
  const { data, isError, refetch, rest } = useAccounts(orderNo, page);
  const own = useDeliveryFormat();
  const view = chosen ?? (own ? 'own' : 'table');
  const { data: survey } = useQuery({ ...surveyOf(orderNo), enabled: view === 'own' });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  const accounts = own === undefined ? undefined : data?.items;
  const columns = listPossibleColumns(accounts ?? []);
  const firstLine = (page - 1) * PER_PAGE + 1;
  const isCut = data && accounts && accounts.length < Math.min(PER_PAGE, data.total - firstLine + 1);
  return (
    <>
      <ChoiceRow
        size="xs"
        aria-label={t('orders.accounts.view')}
        value={view}
        onChange={choose}
        data={[
          ...(own ? [{ value: 'own', label: t('orders.accounts.inFormat') }] : []),
          { value: 'table', label: t('orders.accounts.table') },
          { value: 'raw', label: t('orders.accounts.raw') },
        ]}
      />
      {columns.length > 0 && (
        <Suspense>
          <CodeColumn columns={columns} chosen={codeColumn} onChoose={setCodeColumn} />
        </Suspense>
      )}
      {!accounts ? (
        <Skeletons />
      ) : view === 'table' ? (
        <AccountsTable accounts={accounts} firstLine={firstLine} codeColumn={codeColumn} />
      ) : (
        <Lines
          accounts={accounts}
          lines={linesOf(accounts, view === 'own' && own ? own : null, survey?.columns)}
          firstLine={firstLine}
          codeColumn={codeColumn}
        />
      )}
      {isCut && rest === 'pending' && <Skeletons />}
      {isCut && rest === 'failed' && <FailedState onRetry={() => void refetch()} />}
      {data && (
        <PageButtons
          className={classes.pages}
          label={t('orders.accounts.pages')}
          total={Math.ceil(data.total / PER_PAGE)}
          page={page}
          onChange={setPage}
        />
      )}
      {data && data.remedied_total > 0 && (
        <Suspense fallback={<Skeletons />}>
          <RemediedAccounts orderNo={orderNo} total={data.remedied_total} />
        </Suspense>
      )}
    </>
  );
}

/**
 * These accounts as in the file; in the buyer's format, below the line that names the columns: those of all accounts, or
 * of these ones until the server has read all.
 */
function linesOf(
  accounts: readonly DeliveredAccount[],
  own: DeliveryFormat | null,
  columns: readonly string[] | undefined,
): string[] {
  if (!own) return accounts.map(({ text }) => text);
  const names = new Set(columns);
  if (!columns) addColumns(names, accounts);
  const { head, lineOf } = formatLines([...names], own);
  return [...head, ...accounts.map(lineOf)];
}

type LinesProps = {
  accounts: readonly DeliveredAccount[];
  lines: readonly string[];
  firstLine: number;
  codeColumn: string;
};

/** As text, with the one-time codes of these accounts below: a table has them in its cells. */
function Lines({ accounts, lines, firstLine, codeColumn }: LinesProps) {
  const guarded = useMemo(
    () => findGuarded(accounts, firstLine, codeColumn),
    [accounts, firstLine, codeColumn],
  );
  return (
    <>
      {/* Focusable, so that a keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre translate="no" className={classes.raw} tabIndex={0}>
        {lines.join('\n')}
      </pre>
      {guarded.length > 0 && (
        <Suspense>
          <OneTimeCodes accounts={guarded} />
        </Suspense>
      )}
    </>
  );
}

const Skeletons = () => (
  <div className={classes.skeletons} aria-busy>
    {Array.from({ length: SKELETON_LINES }, (_, line) => (
      <Skeleton key={line} height={16} width={`${88 - line * 7}%`} />
    ))}
  </div>
);

/** Few products are sold with a second factor. */
const OneTimeCodeLine = lazy(withTexts('service', () => import('./one-time-code-line.tsx')));

type Props = {
  accounts: readonly DeliveredAccount[];
  firstLine: number;
  /** The column that the buyer has marked as two-factor secrets; empty for none. */
  codeColumn: string;
};

/** One account per row, with a copy button per field and one for the whole line; cards on phones. */
function AccountsTable({ accounts, firstLine, codeColumn }: Props) {
  const { t } = useTranslation();
  const widest = accounts.reduce<DeliveredAccount['fields']>(
    (most, { fields }) => (fields.length > most.length ? fields : most),
    [],
  );
  const names = widest.map(({ name }) => name);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('orders.accounts.title')}>
        <thead>
          <tr>
            <th scope="col" className={classes.line}>
              {t('orders.accounts.line')}
            </th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('shell.copy')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ id, text, fields }, index) => {
            const line = firstLine + index;
            return (
              <tr key={id}>
                <td className={`${classes.line} figures`}>{line}</td>
                {names.map((name, column) => (
                  <td key={name} data-label={name}>
                    <Field
                      name={name}
                      value={fields[column]?.value}
                      line={line}
                      codeColumn={codeColumn}
                      label={t('orders.accounts.copyField', { name, line })}
                    />
                  </td>
                ))}
                <td className={classes.whole}>
                  <CopyButton
                    text={text}
                    label={t('shell.copy')}
                    name={t('orders.accounts.copyLine', { line })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type FieldProps = {
  name: string;
  value: string | undefined;
  line: number;
  codeColumn: string;
  label: string;
};

function Field({ name, value, line, codeColumn, label }: FieldProps) {
  if (value === undefined || value === '') return null;
  const secret = findTwoFactorSecret(name, value, codeColumn);
  return (
    <span className={classes.content}>
      <span className={classes.field}>
        <code translate="no" className={classes.value}>
          {value}
        </code>
        <CopyButton text={value} name={label} />
      </span>
      {secret !== undefined && (
        <Suspense>
          <OneTimeCodeLine secret={secret} line={line} />
        </Suspense>
      )}
    </span>
  );
}
