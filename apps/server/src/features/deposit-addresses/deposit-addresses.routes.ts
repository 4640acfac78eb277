import type { Routes } from '../../platform/http/routes.ts';
import type { ChainFacts } from '../payment-methods/index.ts';
import { dismissAddressChange } from './changes/dismiss-address-change.ts';
import { listAddressChanges } from './changes/list-address-changes.ts';
import { openDepositAddress } from './open-deposit-address.ts';

/** `chains` says which networks take top-ups now. */
export const depositAddressesRoutes = (chains: Pick<ChainFacts, 'isOffered'>) =>
  ({
    openDepositAddress: (ctx, input) => openDepositAddress(ctx, chains, input),
    listAddressChanges,
    dismissAddressChange,
  }) satisfies Partial<Routes>;
