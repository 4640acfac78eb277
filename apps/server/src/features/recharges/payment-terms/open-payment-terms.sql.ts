import type { Db } from '../../../platform/db/db.ts';
import { MAC_COLUMNS } from '../recharge-macs.ts';
import { statesOf } from '../recharge-states.ts';
import type { PaymentTerms } from './check-payment-terms.ts';

/** Every top-up that a payment may still be credited to by its amount or its address, oldest first. */
export const listOpenPaymentTerms = (db: Db): Promise<PaymentTerms[]> =>
  db
    .selectFrom('recharges')
    .select([...MAC_COLUMNS, 'state', 'mac'])
    .where((is) => is.or([is('state', 'in', statesOf('recharging')), is('is_reserved', '=', true)]))
    .orderBy('id')
    .execute();
