import type { FoundWallet } from './found-wallet.ts';
import { openEvmWallet } from './evm-wallet.ts';
import type { Payment } from './payment.ts';
import type { TronNode } from './tron-node.ts';
import { openTronWallet } from './tron-wallet.ts';
import type { Wallet } from './wallet.ts';

/** The wallet for one payment; of TRON, with the node that the shop lends. */
export const openWallet = (found: FoundWallet, payment: Payment, node: TronNode): Wallet =>
  found.family === 'evm'
    ? openEvmWallet(found.provider, payment)
    : openTronWallet(found.provider, payment, node);
