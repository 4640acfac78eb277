import type { FoundWallet } from './found-wallet.ts';
import { openEvmWallet } from './evm-wallet.ts';
import type { Payment } from './payment.ts';
import type { TronNode } from './tron-node.ts';
import { openTronWallet } from './tron-wallet.ts';
import type { Wallet } from './wallet.ts';

/** The wallet for one payment; of TRON, with the node that the shop lends. */
export function openWallet(found: FoundWallet, payment: Payment, node: TronNode): Wallet {
  switch (found.family) {
    case 'evm':
      return openEvmWallet(found.provider, payment);
    case 'tron':
      return openTronWallet(found.provider, payment, node);
  }
}
