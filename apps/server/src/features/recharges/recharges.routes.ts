import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import { cancelRecharge } from './cancel-recharge.ts';
import { createRecharge } from './create-recharge.ts';
import { hintTransaction } from './hint-transaction.ts';
import { listRecharges, readRecharge } from './read-recharges.ts';

type Chains = { readonly lookSooner: (network: Network) => void };

export const rechargesRoutes = (chains: Chains) =>
  ({
    createRecharge,
    listRecharges,
    readRecharge,
    hintTransaction: (ctx, input) => hintTransaction(ctx, input, chains.lookSooner),
    cancelRecharge,
  }) satisfies Partial<Routes>;
