import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { pathOfIntent, useOrderIntent } from '../../../lib/stored/order-intent.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PaidPart } from './paid-part.tsx';
import classes from './recharge-result.module.css';
import { ArrivedPicture, EndedPicture } from './result-pictures.tsx';
import { SeenPayment } from './seen-payment.tsx';

const ENDINGS = ['credited', 'cancelled', 'expired', 'rejected'] as const satisfies Recharge['sub_state'][];

type EndedRecharge = Recharge & { readonly sub_state: (typeof ENDINGS)[number] };

export const hasEnded = (recharge: Recharge): recharge is EndedRecharge =>
  ENDINGS.some((ending) => ending === recharge.sub_state);

/** The result of a top-up, and next steps: first of all back to the order that it was for. */
export function RechargeResult({ recharge, onAgain }: { recharge: EndedRecharge; onAgain: () => void }) {
  const { t } = useTranslation();
  const text = useEndingText(recharge);
  const balance = useStored((s) => s.user?.balance);
  const waiting = useOrderIntent();
  const intent = recharge.sub_state === 'credited' ? waiting : null;
  const { sub_state: ending, credited_amount: credited, missing_amount: missing } = recharge;
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
        <div className={classes.actions}>
          {intent && (
            <Button component={Link} to={pathOfIntent(intent)} size="md" color="signal.6">
              {t('recharges.result.toOrder')}
            </Button>
          )}
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
function useEndingText({ sub_state: ending, mode }: EndedRecharge): string {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  if (mode === 'own_addresses' && ending === 'cancelled') return pay('own.pay.cancelled');
  if (mode === 'own_addresses' && ending === 'expired') return pay('own.pay.ended');
  return t(`recharges.result.${ending}Text`);
}
