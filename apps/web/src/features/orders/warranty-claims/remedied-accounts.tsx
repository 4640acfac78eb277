import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { PageButtons } from '../../../ui/buttons/page-buttons.tsx';
import { PER_PAGE, useAccounts } from '../delivery/use-accounts.ts';
import classes from './warranty-claims.module.css';

type Props = { orderNo: string; total: number };

/** Accounts that were replaced, with the line of the replacement, or refunded. */
export default function RemediedAccounts({ orderNo, total }: Props) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useAccounts(orderNo, page);
  return (
    <details className={classes.remedied}>
      <summary>{t('warrantyClaims.remedied.title', { count: total })}</summary>
      <ul className={classes.remediedAccountsList}>
        {data?.remedied_items.map(({ id, text, replaced_by: successor, replaced_by_line: line }) => (
          <li key={id}>
            {text !== null && (
              <code translate="no" className={classes.text}>
                {text}
              </code>
            )}
            <span className={classes.fate}>
              {successor === null ? t('warrantyClaims.remedied.refunded') : fateOf(line)}
            </span>
          </li>
        ))}
      </ul>
      {isError && <FailedState onRetry={() => void refetch()} />}
      <PageButtons
        label={shop('orders.accounts.pages')}
        total={Math.ceil(total / PER_PAGE)}
        page={page}
        onChange={setPage}
      />
    </details>
  );

  /** The replacement may have been remedied itself, and then has no line. */
  function fateOf(line: number | null): string {
    return line === null
      ? t('warrantyClaims.remedied.replaced')
      : t('warrantyClaims.remedied.replacedBy', { line });
  }
}
