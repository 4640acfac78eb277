import type { FoundWallet } from './found-wallet.ts';
import { openEthWallet } from './eth-wallet.ts';
import type { Payment } from './payment.ts';
import type { TronNode } from './tron-node.ts';
import { openTronWallet } from './tron-wallet.ts';
import type { Wallet } from './wallet.ts';

export const openWallet = (found: FoundWallet, payment: Payment, node: TronNode): Wallet =>
  found.family === 'evm'
    ? openEthWallet(found.provider, payment)
    : openTronWallet(found.provider, payment, node);
