import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { focusNow } from '../../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './cancel-recharge.module.css';
import { useKeepRecharge } from '../history/use-recharges.ts';

/** Cancels an unpaid top-up, after a confirmation in place. */
export function CancelRecharge({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const keep = useKeepRecharge();
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useThrottledAction(async () => {
    keep(await call('cancelRecharge', { params: { order_id: orderId } }));
  });

  if (!isAsking)
    return (
      <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
        {t('recharges.cancel.ask')}
      </Button>
    );
  return (
    <div className={classes.question} role="alert">
      <p>{t('recharges.cancel.text')}</p>
      <Button ref={focusNow} variant="default" onClick={() => setIsAsking(false)}>
        {t('recharges.cancel.keep')}
      </Button>
      <ThrottledButton action={cancel} color="red">
        {t('recharges.cancel.confirm')}
      </ThrottledButton>
    </div>
  );
}
