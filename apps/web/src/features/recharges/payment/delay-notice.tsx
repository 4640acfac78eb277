import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { useIsContentShown } from '../../../lib/api/content-shown.ts';
import { query } from '../../../lib/api/query.ts';
import classes from './delay-notice.module.css';
import { networkName } from '../../../lib/networks.ts';

const REFRESH_MS = 60_000;

/** Networks whose payments are currently detected late; empty where there are none or it is unknown. */
export function DelayNotice() {
  const { t } = useTranslation();
  const enabled = useIsContentShown();
  const { data: late } = useQuery({
    enabled,
    ...query('listDepositDelays', {}, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  if (!late || late.length === 0) return null;
  return (
    <output className={classes.notice}>
      {late.map(({ type, minutes }) => (
        <p key={type}>{t('recharges.network.delay', { network: networkName(type), count: minutes })}</p>
      ))}
    </output>
  );
}
