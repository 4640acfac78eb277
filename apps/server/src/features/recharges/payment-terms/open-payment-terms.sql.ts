import type { Db } from '../../../platform/db/db.ts';
import { statesOf } from '../recharge-states.ts';
import type { PaymentTerms } from './check-payment-terms.ts';

/** Where every open top-up is to be paid, oldest first. */
export const listOpenPaymentTerms = (db: Db): Promise<(PaymentTerms & { readonly order_id: string })[]> =>
  db
    .selectFrom('recharges')
    .select([
      'order_id',
      'network',
      'chain_id',
      'contract_address',
      'wallet_address',
      'checkout_address',
      'user_id',
      'state',
    ])
    .where('state', 'in', statesOf('recharging'))
    .orderBy('id')
    .execute();
