import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';

/** How far buyers were told of a network's new factory, by the method that brought it. */
export type FactoryChangesTable = {
  method_id: bigint;
  network: Network;
  created_at: Date;
  up_to_user: Generated<bigint>;
  done_at: Date | null;
};

/** Notices to buyers: one for each change and buyer. */
export type AddressNoticesTable = {
  id: Generated<bigint>;
  method_id: bigint;
  user_id: bigint;
  network: Network;
  chain_id: bigint;
  created_at: Date;
  mailed_at: Date | null;
  opened_at: Date | null;
  dismissed_at: Date | null;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    factory_changes: FactoryChangesTable;
    address_notices: AddressNoticesTable;
  }
}
