import type { DeliveredAccount } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { lazy, Suspense } from 'react';
import { withTexts } from '../../../locales/language.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import classes from './accounts-table.module.css';
import { findTwoFactorSecret } from './two-factor-secret.ts';

/** Few products are sold with a second factor. */
const OneTimeCodeLine = lazy(withTexts('service', () => import('./one-time-code-line.tsx')));

type Props = {
  accounts: readonly DeliveredAccount[];
  firstLine: number;
  /** The one whose values the buyer has said to be two-factor secrets; empty for none. */
  codeColumn: string;
};

/** One account per row, with a copy button per field and one for the whole line; cards on phones. */
export function AccountsTable({ accounts, firstLine, codeColumn }: Props) {
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
        <code className={classes.value}>{value}</code>
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
