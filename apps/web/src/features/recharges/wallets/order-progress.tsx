import { Skeleton } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { lazy } from 'react';
import { AfterContent } from '../../../lib/api/after-content.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { OrderFoot } from '../payment/order-foot.tsx';
import { ProgressSteps } from '../payment/progress-steps.tsx';
import { SeenPayment } from '../payment/seen-payment.tsx';
import { SubmittedPayment } from '../submitted/submitted-payment.tsx';
import classes from './order-progress.module.css';

/** Needed once somebody has paid. */
const TxHashForm = lazy(async () => ({ default: (await import('../payment/tx-hash-form.tsx')).TxHashForm }));

const place = <Skeleton height={36} width={110} />;

type Props = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token: string | undefined;
  /** After the time to pay the form is beside the way to another top-up. */
  isOver: boolean;
};

/** How far the payment is, the top-up's number, and "I have paid". */
export function OrderProgress({ recharge, token, isOver }: Props) {
  return (
    <Panel className={classes.progress}>
      <SeenPayment recharge={recharge} />
      <SubmittedPayment recharge={recharge} />
      <ProgressSteps recharge={recharge} />
      <OrderFoot orderId={recharge.order_id}>
        {recharge.sub_state === 'waiting' && !isOver && (
          <AfterContent before={place}>
            <TxHashForm recharge={recharge} token={token} />
          </AfterContent>
        )}
      </OrderFoot>
    </Panel>
  );
}
