import type { Order } from '@portside/contract';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import classes from '../history/history.module.css';

const ERASE_COUNTDOWN_HOUR_S = 3_600;

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
      data-soon={(!isOver && seconds < 24 * ERASE_COUNTDOWN_HOUR_S) || undefined}
    >
      {isOver ? t('orders.left.erased') : t(`orders.left.${unit}`, parts)}
    </time>
  );
}

const MINUTE_S = 60;

const TIME_LEFT_HOUR_S = 60 * MINUTE_S;

const DAY_S = 24 * TIME_LEFT_HOUR_S;

/** Time left in the two largest units. */
type TimeLeft =
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number; readonly seconds: number };

/** Splits whole seconds; negative values count as 0. */
export function timeLeft(seconds: number): TimeLeft {
  const left = Math.max(0, seconds);
  if (left >= DAY_S)
    return {
      unit: 'days',
      days: Math.floor(left / DAY_S),
      hours: Math.floor((left % DAY_S) / TIME_LEFT_HOUR_S),
    };
  if (left >= TIME_LEFT_HOUR_S)
    return {
      unit: 'hours',
      hours: Math.floor(left / TIME_LEFT_HOUR_S),
      minutes: Math.floor((left % TIME_LEFT_HOUR_S) / MINUTE_S),
    };
  return { unit: 'minutes', minutes: Math.floor(left / MINUTE_S), seconds: left % MINUTE_S };
}
