import type { DeliveredAccount } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import classes from './accounts-table.module.css';

type Props = { accounts: readonly DeliveredAccount[]; firstLine: number };

/** One account per row, with a copy button per field and one for the whole line; cards on phones. */
export function AccountsTable({ accounts, firstLine }: Props) {
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
                      value={fields[column]?.value}
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

const Field = ({ value, label }: { value: string | undefined; label: string }) =>
  value === undefined || value === '' ? null : (
    <span className={classes.field}>
      <code className={classes.value}>{value}</code>
      <CopyButton text={value} name={label} />
    </span>
  );
