import type { SweepFactory, SweepNetwork } from '@portside/contract';

/** What is swept: the addresses of one factory. */
export type SweepTarget = { readonly network: SweepNetwork; readonly factory: SweepFactory };
