import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useOrderIntent } from '../../../lib/stored/order-intent.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PaidPart } from '../payment/paid-part.tsx';
import classes from './recharge-result.module.css';
import { ArrivedPicture, EndedPicture } from './result-pictures.tsx';
import { SeenPayment } from '../payment/seen-payment.tsx';
import { BackToOrder } from './back-to-order.tsx';
import { LatePayment } from './late-payment.tsx';
import { ReceiptFiles } from './receipt-files.tsx';
import type { Ending } from './use-ending.ts';

/** For buyers who sent another amount. */
const DepositClaimPanel = lazy(() => import('../deposit-claims/deposit-claim-panel.tsx'));

const isUnpaid = (ending: Ending): boolean => ending === 'expired' || ending === 'cancelled';

type Props = {
  recharge: Recharge;
  ending: Ending;
  /** A ticket's, where no one is signed in. */
  token?: string | undefined;
  onAgain: () => void;
};

/**
 * The result of a top-up, and next steps: first of all back to the order that it was for. One that ended unpaid keeps
 * what its buyer said about a payment, as late ones still count.
 */
export default function RechargeResult({ recharge, ending, token, onAgain }: Props) {
  const isClaimable = token === undefined && recharge.mode === 'exact_amount' && isUnpaid(ending);
  return (
    <div className={classes.page}>
      <ResultPanel recharge={recharge} ending={ending} token={token} onAgain={onAgain} />
      {isClaimable && (
        <Suspense>
          <DepositClaimPanel />
        </Suspense>
      )}
    </div>
  );
}

function ResultPanel({ recharge, ending, token, onAgain }: Props) {
  const { t } = useTranslation();
  const text = useEndingText(recharge, ending);
  const balance = useStored((s) => s.user?.balance);
  const waiting = useOrderIntent();
  const intent = ending === 'credited' ? waiting : null;
  const { credited_amount: credited, missing_amount: missing, submitted } = recharge;
  const isLate = isUnpaid(ending) && (recharge.awaits_payment || submitted !== null);
  return (
    <Panel>
      <div className={classes.result} aria-live="polite">
        {ending === 'credited' ? <ArrivedPicture /> : <EndedPicture />}
        <h2 className={classes.title}>{t(`recharges.result.${ending}Title`)}</h2>
        {missing === null && <p className={classes.text}>{text}</p>}
        <PaidPart recharge={recharge} />
        {credited !== null && (
          <dl className={classes.sums}>
            <div>
              <dt>{t('recharges.result.credited')}</dt>
              <dd className={classes.credited}>
                +<Money amount={credited} />
              </dd>
            </div>
            {balance !== undefined && (
              <div>
                <dt>{t('recharges.result.newBalance')}</dt>
                <dd>
                  <Money amount={balance} />
                </dd>
              </div>
            )}
          </dl>
        )}
        <SeenPayment recharge={recharge} />
        {credited !== null && token === undefined && <ReceiptFiles orderId={recharge.order_id} />}
        {isLate && <LatePayment recharge={recharge} token={token} />}
        <div className={classes.actions}>
          <BackToOrder />
          <Button onClick={onAgain} size="md" variant={intent ? 'default' : 'filled'}>
            {t('recharges.result.again')}
          </Button>
          <Button component={Link} to="/" variant="default" size="md">
            {t('recharges.result.home')}
          </Button>
        </div>
        <p className={classes.order}>
          {t('recharges.payment.orderId')} <code>{recharge.order_id}</code>
        </p>
      </div>
    </Panel>
  );
}

/** A payment that comes to an own address later is credited without an end. */
function useEndingText({ mode }: Recharge, ending: Ending): string {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  if (mode === 'own_addresses' && ending === 'cancelled') return pay('own.pay.cancelled');
  if (mode === 'own_addresses' && ending === 'expired') return pay('own.pay.ended');
  return t(`recharges.result.${ending}Text`);
}
