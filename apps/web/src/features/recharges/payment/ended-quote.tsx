import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './ended-quote.module.css';

type Props = { recharge: Recharge; onAgain: () => void };

/** Shown after the payment window: a payment already sent is still credited, a new one needs a new top-up. */
export default function EndedQuote({ recharge, onAgain }: Props) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  // What arrived of one that was paid in part is shown beside it.
  const isPartlyPaid = recharge.missing_amount !== null;
  const isExact = recharge.mode === 'exact_amount';
  return (
    <div className={classes.ended} aria-live="polite">
      {!isPartlyPaid && (
        <p className={classes.text}>{isExact ? t('recharges.result.expiredText') : pay('own.pay.ended')}</p>
      )}
      <Button onClick={onAgain} size="md">
        {t('recharges.result.again')}
      </Button>
    </div>
  );
}
