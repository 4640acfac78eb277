import type { Network } from '@portside/contract';
import type { Hex } from 'viem';

/** An own address on which less was found than was recorded there; in the token's own units. */
type AddressLooksTable = {
  chain_id: bigint;
  address: Hex;
  network: Network;
  /** All that is recorded where the address is frozen. */
  missing_units: string;
  is_frozen: boolean;
  since: Date;
  looked_at: Date;
};

/** The last own address of a chain that was compared with it; from the first one again where it is 0. */
type AddressLookPositionsTable = {
  chain_id: bigint;
  address_id: bigint;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    address_looks: AddressLooksTable;
    address_look_positions: AddressLookPositionsTable;
  }
}
