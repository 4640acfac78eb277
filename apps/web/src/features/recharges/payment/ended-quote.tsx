import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './recharge-result.module.css';
import { TxHashForm } from './tx-hash-form.tsx';

type Props = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token: string | undefined;
  onAgain: () => void;
};

/** Shown after the payment window: a payment already sent is still credited, a new one needs a new top-up. */
export function EndedQuote({ recharge, token, onAgain }: Props) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  // What arrived of one that was paid in part is shown beside it.
  const isPartlyPaid = recharge.missing_amount !== null;
  const isExact = recharge.mode === 'exact_amount';
  return (
    <div className={classes.ended} aria-live="polite">
      {!isPartlyPaid && (
        <p className={classes.endedQuoteText}>
          {isExact ? t('recharges.result.expiredText') : pay('own.pay.ended')}
        </p>
      )}
      <div className={classes.endedQuoteActions}>
        <Button onClick={onAgain}>{t('recharges.result.again')}</Button>
        {recharge.awaits_payment && <TxHashForm recharge={recharge} token={token} />}
      </div>
    </div>
  );
}
