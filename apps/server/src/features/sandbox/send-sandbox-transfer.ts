import { formatTxHash, parseAddress } from '@portside/chain';
import { parseMicro, type Data, type Input, type Network } from '@portside/contract';
import type { Hex } from 'viem';
import { OutsideFailure, refuse } from '../../platform/refusal.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';

/** 100,000 USDT: more than any top-up, and the wallet lasts for a hundred of them. */
const MOST_MICRO = 100_000_000_000n;

/** Really sends play USDT on the local chain; the shop hears of it from the chain alone. */
export async function sendSandboxTransfer(
  { body }: Input<'sendSandboxTransfer'>,
  port: SandboxPort | null,
): Promise<Data<'sendSandboxTransfer'>> {
  const { devchain } = requireSandbox(port);
  const to = readAddress(body.type, body.to);
  const amountMicro = parseMicro(body.amount);
  if (amountMicro === 0n || amountMicro > MOST_MICRO) refuse('amountOutOfRange');
  const txHash = await devchain.sendUsdt(body.type, to, amountMicro).catch((error: unknown) => {
    throw new OutsideFailure('sending play USDT', error);
  });
  return { tx_hash: formatTxHash(body.type, txHash) };
}

function readAddress(network: Network, text: string): Hex {
  try {
    return parseAddress(network, text);
  } catch (error) {
    return refuse('invalidFormat', (error as Error).message);
  }
}
