import type { Recharge } from '@portside/contract';
import type { ChainWorld } from '../../../apps/server/src/testing/chain-world.ts';

export type Buyer = Awaited<ReturnType<ChainWorld['createBuyer']>>;
export type AskedTopUp = { readonly buyer: Buyer; readonly recharge: Recharge };
