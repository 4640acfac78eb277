import type { RemediedAccount, DeliveredAccount } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './warranty-claims.module.css';

type Props = { remedied: readonly RemediedAccount[]; accounts: readonly DeliveredAccount[] };

/** Accounts that were replaced, with the line of the replacement, or refunded. */
export default function RemediedAccounts({ remedied, accounts }: Props) {
  const { t } = useTranslation('service');
  const lines = new Map(accounts.map(({ id }, index) => [id, index + 1]));
  return (
    <details className={classes.remedied}>
      <summary>{t('warrantyClaims.remedied.title', { count: remedied.length })}</summary>
      <ul className={classes.remediedAccountsList}>
        {remedied.map(({ id, text, replaced_by: successor }) => (
          <li key={id}>
            {text !== null && <code className={classes.text}>{text}</code>}
            <span className={classes.fate}>
              {successor === null ? t('warrantyClaims.remedied.refunded') : fateOf(lines.get(successor))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );

  /** The replacement may have been remedied itself, and then has no line. */
  function fateOf(line: number | undefined): string {
    return line === undefined
      ? t('warrantyClaims.remedied.replaced')
      : t('warrantyClaims.remedied.replacedBy', { line });
  }
}
