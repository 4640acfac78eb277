import type { Goods } from '@portside/contract';
import { formatMicro } from '@portside/contract/wire/money';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import type { Quote } from '@portside/contract/wire/quote';
import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey } from '../../lib/api/query.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { DAY_MS, formatCountdown, formatDate } from '../../lib/format/times.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Money } from '../data/money.tsx';
import classes from './prices.module.css';

/** Whether the price is not the product's own. */
export const isOwnPrice = ({ why: { source } }: Pick<Explained, 'why'>): boolean =>
  source !== 'list' && source !== 'tier';

/** What is said of a quote. */
export type Explained = Pick<Quote, 'until'> & {
  readonly why: Pick<Quote['why'], 'source' | 'name' | 'basisPoints'>;
};

type ReasonProps = { quote: Explained };

/** "Gold −5 %", "Your price until 31 Dec", "Autumn sale ends in 2:10:04". Needs the texts of `service`. */
export function PriceReason({ quote: { why, until } }: ReasonProps) {
  const { t, language } = useTranslation('service');
  const { space } = usePunctuation();
  const name = why.source === 'own' ? t('prices.own') : why.name;
  const percent =
    why.basisPoints === null ? '' : `${space}${formatPercent(String(-why.basisPoints / 100), language)}`;
  return (
    <span className={classes.reason}>
      <strong>
        {name}
        {percent}
      </strong>
      {until && <Until until={until} />}
    </span>
  );
}

/** Counted down by the second from here on; before, the date says more. */
const COUNTED_MS = 3 * DAY_MS;

/** When a price ends; then prices are read again. */
function Until({ until }: { until: Date }) {
  const { t, language } = useTranslation('service');
  const client = useQueryClient();
  const leftMs = until.getTime() - useNow(1_000);
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (!isOver) return;
    // Many rows of a list may end at once, and one answer is enough for all.
    const once = { cancelRefetch: false };
    for (const name of ['readOwnPrices', 'listPromotions'] as const)
      void client.invalidateQueries({ queryKey: queryKey(name) }, once);
  }, [client, isOver]);
  if (isOver) return null;
  const iso = until.toISOString();
  return (
    <time dateTime={iso}>
      {leftMs < COUNTED_MS
        ? t('prices.endsIn', { time: formatCountdown(Math.ceil(leftMs / 1_000)) })
        : t('prices.until', { date: formatDate(iso, language) })}
    </time>
  );
}

type ListPriceProps = {
  /** At the catalogue's prices. */
  goods: Pick<Goods, 'price' | 'price_tiers'>;
  quantity: number;
};

/**
 * What everybody pays for one of so many, struck through where the reader pays less: the price of a single account would
 * claim a saving that is the quantity's. Needs the texts of `service`.
 */
export function ListPrice({ goods, quantity }: ListPriceProps) {
  const { t } = useTranslation('service');
  return (
    <s className={classes.list}>
      <VisuallyHidden>{t('prices.list')} </VisuallyHidden>
      <Money amount={formatMicro(unitPriceMicro(parsePrices(goods), quantity))} />
    </s>
  );
}
