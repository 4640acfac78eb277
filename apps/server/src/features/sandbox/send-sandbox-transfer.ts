import { formatTxHash, parseWallet } from '@portside/chain';
import { parseMicro, type Data, type Input, type Network } from '@portside/contract';
import type { Hex } from 'viem';
import { OutsideFailure, refuse } from '../../platform/refusal.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';

/** 100,000 USDT: more than any top-up, and enough for a hundred of them in the wallet. */
const MOST_MICRO = 100_000_000_000n;

/**
 * Sends test USDT on the local chain; the shop learns of it from the chain only. Refuses outside a sandbox (notFound),
 * a wrong address (invalidFormat) and an amount of zero or beyond the limit (amountOutOfRange).
 */
export async function sendSandboxTransfer(
  { body }: Input<'sendSandboxTransfer'>,
  port: SandboxPort | null,
): Promise<Data<'sendSandboxTransfer'>> {
  const { devchain } = requireSandbox(port);
  const to = readAddress(body.type, body.to);
  const amountMicro = parseMicro(body.amount);
  if (amountMicro === 0n || amountMicro > MOST_MICRO) refuse('amountOutOfRange');
  const txHash = await devchain.sendUsdt(body.type, to, amountMicro).catch((error: unknown) => {
    throw new OutsideFailure('sending test USDT', error);
  });
  return { tx_hash: formatTxHash(body.type, txHash) };
}

/** Refuses what is no address of the network (invalidFormat). */
export function readAddress(network: Network, text: string): Hex {
  try {
    return parseWallet(network, text);
  } catch (error) {
    return refuse('invalidFormat', (error as Error).message);
  }
}
