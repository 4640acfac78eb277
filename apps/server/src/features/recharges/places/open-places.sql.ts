import type { Db } from '../../../platform/db/db.ts';
import { MAC_COLUMNS } from '../recharge-macs.ts';
import { statesOf } from '../recharge-states.ts';
import type { Place } from './check-places.ts';

/** Every top-up that a payment may still be credited to by its amount or its address, oldest first. */
export const listOpenPlaces = (db: Db): Promise<Place[]> =>
  db
    .selectFrom('recharges')
    .select([...MAC_COLUMNS, 'state', 'mac'])
    .where((is) => is.or([is('state', 'in', statesOf('recharging')), is('is_reserved', '=', true)]))
    .orderBy('id')
    .execute();
