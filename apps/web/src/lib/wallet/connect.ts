import type { FlowEvent } from './flow.ts';
import type { Payment } from './payment.ts';
import { failureOf } from './problems.ts';
import type { Wallet } from './wallet.ts';
import type { FoundWallet } from './discover.ts';
import { openEvmWallet } from './evm-wallet.ts';
import type { TronNode } from './tron-node.ts';
import { openTronWallet } from './tron-wallet.ts';

type Report = (event: FlowEvent) => void;

/** Connects the wallet and reports whether it is on the payment's chain. */
export async function connect(wallet: Wallet, payment: Payment, report: Report): Promise<void> {
  report({ type: 'connectAsked' });
  try {
    const address = await wallet.connect();
    const chainId = await wallet.chainId();
    report({ type: isRight(chainId, payment) ? 'connected' : 'connectedElsewhere', address });
  } catch (error) {
    report({ type: 'failed', problem: failureOf(error, 'connectFailed').problem });
  }
}

/** Asks the wallet to switch to the payment's chain, and then checks the chain itself. */
export async function switchChain(wallet: Wallet, payment: Payment, report: Report): Promise<void> {
  report({ type: 'switchAsked' });
  try {
    await wallet.switchChain();
  } catch (error) {
    return report({ type: 'failed', problem: failureOf(error, 'wrongNetwork').problem });
  }
  await refreshConnection(wallet, payment, report);
}

/** Checks account and chain after the wallet announced or was asked for a change. */
export async function refreshConnection(wallet: Wallet, payment: Payment, report: Report): Promise<void> {
  try {
    const [address, chainId] = await Promise.all([wallet.currentAddress(), wallet.chainId()]);
    if (address === null) report({ type: 'disconnected' });
    else report({ type: isRight(chainId, payment) ? 'connected' : 'connectedElsewhere', address });
  } catch (error) {
    report({ type: 'failed', problem: failureOf(error, 'connectFailed').problem });
  }
}

const isRight = (chainId: number | null, { chainId: wanted }: Payment): boolean =>
  chainId === null || chainId === wanted;

/** The wallet for one payment; of TRON, with the node that the shop lends. */
export const openWallet = (found: FoundWallet, payment: Payment, node: TronNode): Wallet =>
  found.family === 'evm'
    ? openEvmWallet(found.provider, payment)
    : openTronWallet(found.provider, payment, node);
