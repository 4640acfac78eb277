import type { Routes } from '../../platform/http/routes.ts';
import type { ChainFacts } from '../payment-methods/index.ts';
import { openDepositAddress } from './open-deposit-address.ts';

export const depositAddressesRoutes = (chains: Pick<ChainFacts, 'isOffered'>) =>
  ({
    openDepositAddress: (ctx, input) => openDepositAddress(ctx, chains, input),
  }) satisfies Partial<Routes>;
