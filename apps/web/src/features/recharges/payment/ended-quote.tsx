import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ended-quote.module.css';

type Props = { onAgain: () => void; /** What arrived is shown beside it. */ isPartlyPaid: boolean };

/** Shown after the payment window: a payment already sent is still credited, a new one needs a new top-up. */
export default function EndedQuote({ onAgain, isPartlyPaid }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.ended} aria-live="polite">
      {!isPartlyPaid && <p className={classes.text}>{t('recharges.result.expiredText')}</p>}
      <Button onClick={onAgain} size="md">
        {t('recharges.result.again')}
      </Button>
    </div>
  );
}
