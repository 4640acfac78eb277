import type { Order } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './erase-countdown.module.css';
import { timeLeft } from './time-left.ts';

const HOUR_S = 3_600;

type Props = { order: Pick<Order, 'accounts_deleted' | 'accounts_deleted_at'> };

/** Time until the account data is deleted. */
export function EraseCountdown({ order }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(1_000);
  const seconds = Math.ceil((Date.parse(order.accounts_deleted_at) - nowMs) / 1_000);
  const isOver = order.accounts_deleted || seconds <= 0;
  const { unit, ...parts } = timeLeft(seconds);
  return (
    <time
      dateTime={order.accounts_deleted_at}
      title={formatDateTime(order.accounts_deleted_at, language)}
      className={`${classes.countdown} figures`}
      data-over={isOver || undefined}
      data-soon={(!isOver && seconds < 24 * HOUR_S) || undefined}
    >
      {isOver ? t('orders.left.erased') : t(`orders.left.${unit}`, parts)}
    </time>
  );
}
