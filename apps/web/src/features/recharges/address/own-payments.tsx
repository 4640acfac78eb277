import type { DepositAddress } from '@portside/contract';
import { ArrivingPayments } from './arriving-payments.tsx';
import { PaymentSearch } from './payment-search.tsx';
import { SmallNote } from './small-note.tsx';

/** What arrives at the buyer's own address, and the search for what has not. */
export default function OwnPayments({ own }: { own: DepositAddress }) {
  return (
    <>
      <SmallNote type={own.type} />
      <ArrivingPayments type={own.type} />
      <PaymentSearch own={own} />
    </>
  );
}
