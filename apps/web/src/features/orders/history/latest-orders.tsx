import type { Order } from '@portside/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { Link } from 'wouter';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { againPath, saveAccounts } from '../delivery/order-actions.ts';
import { useDeliveryFormat } from '../delivery/use-accounts.ts';
import classes from './history.module.css';
import { useLiveOrders } from './use-live-orders.ts';

const SHOWN = 4;
/** The height of one order, or of the empty state. */
const PLACE = 104;

type Props = { area: '/client' | '/mobile' };

/** The buyer's last orders, each with links to its accounts, their file, and the same order again. */
export function LatestOrders({ area }: Props) {
  const { t } = useTranslation();
  useLiveOrders();
  const { data, isError, refetch } = useQuery({
    ...query('listOrders', { query: { limit: SHOWN } }, { isQuiet: true }),
    select: itemsOf,
  });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={PLACE} radius="md" />;
  if (data.length === 0) return <p className={classes.none}>{t('orders.latest.none')}</p>;
  return (
    <ul className={classes.list} aria-label={t('orders.latest.title')}>
      {data.map((order) => (
        <Row key={order.order_no} area={area} order={order} />
      ))}
    </ul>
  );
}

function Row({ area, order }: Props & { order: Order }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { order_no: orderNo, goods, quantity } = order;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Link to={`${area}/purchase-record?order=${orderNo}`} className={classes.name}>
          {goods.name}
        </Link>
        <span className={`${classes.latestOrdersFacts} figures`}>
          {t('orders.latest.quantity', { count: quantity, quantity: quantity.toLocaleString(language) })} ·{' '}
          <Money amount={order.total_amount} /> · {formatDateTime(order.created_at, language)}
        </span>
      </div>
      <div className={classes.actions}>
        {!order.accounts_deleted && <TextFile orderNo={orderNo} />}
        <Button
          component={Link}
          to={againPath(order)}
          variant="light"
          size="xs"
          leftSection={<IconRepeat size={15} />}
          aria-label={t('orders.latest.againNamed', { name: goods.name })}
        >
          {t('orders.latest.again')}
        </Button>
      </div>
    </li>
  );
}

/** As text, or in the buyer's own format. */
function TextFile({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  const own = useDeliveryFormat();
  const file = own ? t('orders.accounts.own') : t('orders.accounts.txt');
  const save = useThrottledAction(() => saveAccounts(orderNo, 'own'));
  return (
    <ThrottledButton
      action={save}
      variant="default"
      size="xs"
      leftSection={<IconDownload size={15} />}
      aria-label={t('orders.latest.fileOf', { file, number: orderNo })}
    >
      {file}
    </ThrottledButton>
  );
}
