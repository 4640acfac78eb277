import type { Db } from '../../../platform/db/db.ts';
import { MAC_COLUMNS, mayBePaid } from '../recharge-macs.sql.ts';
import type { PaymentTerms } from './check-payment-terms.ts';

/** Every top-up that a payment may still be credited to, oldest first. */
export const listOpenPaymentTerms = (db: Db): Promise<PaymentTerms[]> =>
  db
    .selectFrom('recharges')
    .select([...MAC_COLUMNS, 'state', 'mac'])
    .where(mayBePaid)
    .orderBy('id')
    .execute();
