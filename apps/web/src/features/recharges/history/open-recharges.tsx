import type { Recharge } from '@portside/contract';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useSecondsUntil } from '../../../lib/browser/use-countdown.ts';
import { Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatCountdown } from '../../../lib/format/times.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import classes from './history.module.css';
import { RechargeState } from '../payment/payment-status.tsx';

type Props = {
  /** undefined while loading. */
  recharges: readonly Recharge[] | undefined;
  /** How many may be open at once, where it matters. */
  most?: number;
  onOpen: (recharge: Recharge) => void;
};

/** Open top-ups, each a link to its payment. */
export function OpenRecharges({ recharges, most, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('recharges.open.title')}
      aside={
        most !== undefined && (
          <span className={`${classes.count} figures`}>
            {t('recharges.open.count', {
              number: recharges?.filter(({ requested }) => requested).length ?? 0,
              most,
            })}
          </span>
        )
      }
    >
      {recharges === undefined && <Skeleton height={44} />}
      {recharges?.length === 0 && <p className={classes.none}>{t('recharges.open.none')}</p>}
      {recharges?.map((recharge) => (
        <OpenRecharge key={recharge.order_id} recharge={recharge} onOpen={onOpen} />
      ))}
    </Panel>
  );
}

function OpenRecharge({ recharge, onOpen }: { recharge: Recharge; onOpen: Props['onOpen'] }) {
  const seconds = useSecondsUntil(new Date(recharge.expires_at).getTime());
  return (
    <UnstyledButton className={classes.row} onClick={() => onOpen(recharge)}>
      <span className={classes.what}>
        <strong>
          <Money amount={recharge.amount} />
        </strong>
        <span className={classes.openRechargesQuiet}>{networkName(recharge.type)}</span>
      </span>
      <span className={classes.state}>
        <RechargeState recharge={recharge} />
        {recharge.sub_state === 'waiting' && seconds > 0 && (
          <span className={`${classes.openRechargesQuiet} figures`}>{formatCountdown(seconds)}</span>
        )}
      </span>
      <IconChevronRight size={17} aria-hidden />
    </UnstyledButton>
  );
}
