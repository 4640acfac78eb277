import { Button } from '@mantine/core';
import type { RequestOf } from '../../../lib/api/call.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { formatDate } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Money } from '../../../ui/data/money.tsx';
import classes from './order-totals.module.css';

type Filter = RequestOf<'totalOrders'>['query'];

/** Number and amount of the orders that match the filter; says so where the oldest were not counted. */
export function OrderTotals({ filter }: { filter: NonNullable<Filter> }) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const { data, isError, refetch } = usePage('totalOrders', { query: filter });
  if (isError && !data)
    return (
      <p className={classes.totals} role="alert">
        <span>{t('orders.total.failed')}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('translation:shell.retry')}
        </Button>
      </p>
    );
  const figure = (value: number | undefined) => value?.toLocaleString(language) ?? '…';
  return (
    <p className={`${classes.totals} figures`} aria-live="polite">
      <span>{t('orders.total.orders', { orders: figure(data?.orders) })}</span>
      <span>{t('orders.total.accounts', { accounts: figure(data?.accounts) })}</span>
      {data && <Money amount={data.amount} />}
      {data?.counted_from && (
        <span className={classes.since}>
          {t('orders.total.since', { day: formatDate(data.counted_from, language) })}
        </span>
      )}
    </p>
  );
}
