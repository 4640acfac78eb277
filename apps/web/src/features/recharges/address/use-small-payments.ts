import type { SmallPayments } from '@portside/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { useIsContentShown } from '../../../lib/api/content-shown.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { useTranslation } from '../../../locales/use-translation.ts';

/** What is not confirmed yet comes and goes without an event. */
const POLL_MS = 15_000;

/** What has arrived below the minimum, by network. */
export function useSmallPayments(): UseQueryResult<SmallPayments[]> {
  const client = useQueryClient();
  const look = () => void client.invalidateQueries({ queryKey: queryKey('listSmallPayments') });
  useLiveEvent('smallPayment', look);
  const enabled = useIsContentShown();
  return useQuery({
    enabled,
    ...query('listSmallPayments', {}, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: POLL_MS,
  });
}

/** A sentence about what has arrived on a network, the minimum there, and what is missing. */
export function useSmallText(): (small: SmallPayments) => string {
  const { t } = useTranslation('address');
  const language = useLanguage();
  return ({ amount, minimum_amount: minimum, missing_amount: missing }) =>
    t('small', {
      amount: formatUsdt(amount, language),
      minimum: formatUsdt(minimum, language),
      missing: formatUsdt(missing, language),
    });
}
