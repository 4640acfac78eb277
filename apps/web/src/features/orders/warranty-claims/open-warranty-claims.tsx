import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/format/times.ts';
import { useLiveEvent } from '../../../lib/live/live-events.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/stored-state.ts';
import classes from './warranty-claims.module.css';

/** Open warranty claims, in the menu, red once one is overdue; hidden at zero and for who may not read claims. */
export function OpenWarrantyClaims() {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const hours = useWarrantyAnswerHours();
  const now = useNow(MINUTE_MS);
  const { data } = useQuery(query('readTasks', {}, { isQuiet: true }));
  useLiveEvent('claim', () => {
    void client.invalidateQueries({ queryKey: queryKey('readTasks') });
  });
  const claims = data?.tasks.find(({ kind }) => kind === 'claims');
  if (!claims) return null;
  const isOverdue = Date.parse(claims.since) + hours * HOUR_MS < now;
  return (
    <span className={`${classes.openClaims} figures`} data-over={isOverdue || undefined}>
      <span className="visually-hidden">
        {t(isOverdue ? 'warrantyClaims.openOverdue' : 'warrantyClaims.openNow', { number: claims.count })}
      </span>
      <span aria-hidden>{claims.count}</span>
    </span>
  );
}
