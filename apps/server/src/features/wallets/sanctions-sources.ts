import type { Network } from '@portside/contract';

/** Where each network's sanctions list is read from by itself; a network that is not named has none. */
export type SanctionsSources = Readonly<Partial<Record<Network, readonly string[]>>>;
