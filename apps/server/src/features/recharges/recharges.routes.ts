import type { Network } from '@portside/contract';
import type { Routes } from '../../platform/http/routes.ts';
import type { TronPorts } from '../../platform/tron-relay.ts';
import type { LookFirst } from '../treasury/index.ts';
import { readAllowanceCaps } from './wallets/allowance-caps.ts';
import { cancelRecharge } from './cancel-recharge.ts';
import { createAuthorization } from './wallets/create-authorization.ts';
import { createRecharge } from './create-recharge.ts';
import { createTicket } from './tickets/create-ticket.ts';
import { submitTxHash } from './submit-tx-hash.ts';
import { openTicket } from './tickets/open-ticket.ts';
import { listRecharges, readRecharge } from './read-recharges.ts';
import { tronWalletRoutes } from './wallets/tron-wallets.ts';

type Chains = {
  readonly pollNow: (network: Network) => void;
  readonly tron: TronPorts;
  readonly lookFirst: LookFirst;
};

/** `chains` looks at payments sooner than their job would. */
export const rechargesRoutes = (chains: Chains) =>
  ({
    createRecharge: (ctx, input) => createRecharge(ctx, input, chains.lookFirst),
    listRecharges,
    readRecharge,
    submitTxHash: (ctx, input) => submitTxHash(ctx, input, chains.pollNow),
    cancelRecharge,
    createTicket,
    openTicket,
    readAllowanceCaps,
    createAuthorization,
    ...tronWalletRoutes(chains.tron),
  }) satisfies Partial<Routes>;
