import type { Recharge } from '@portside/contract';
import { SubmittedPayment } from '../submitted/submitted-payment.tsx';
import classes from './late-payment.module.css';
import { TxHashForm } from '../payment/tx-hash-form.tsx';

type Props = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token?: string | undefined;
};

/** What became of a submitted transaction after the payment window, and the form while a late payment still counts. */
export function LatePayment({ recharge, token }: Props) {
  return (
    <div className={classes.late}>
      <SubmittedPayment recharge={recharge} />
      {recharge.awaits_payment && <TxHashForm recharge={recharge} token={token} />}
    </div>
  );
}
