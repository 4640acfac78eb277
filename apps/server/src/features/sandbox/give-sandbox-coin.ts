import { recordOf } from '@portside/chain';
import type { Data, Input } from '@portside/contract';
import { formatUnits } from 'viem';
import { OutsideFailure } from '../../platform/refusal.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';
import { readAddress } from './send-sandbox-transfer.ts';

/**
 * Gives a visitor's own wallet the local chain's coin for fees, so that it can pay there like on a public network.
 * Bounded by the balance that it raises to. Refuses outside a sandbox (notFound) and a wrong address (invalidFormat).
 */
export async function giveSandboxCoin(
  { body: { type, to } }: Input<'giveSandboxCoin'>,
  port: SandboxPort | null,
): Promise<Data<'giveSandboxCoin'>> {
  const { devchain } = requireSandbox(port);
  const balance = await devchain.giveCoin(type, readAddress(type, to)).catch((error: unknown) => {
    throw new OutsideFailure('giving test coin', error);
  });
  const { name, decimals } = recordOf(type).coin;
  return { balance: formatUnits(balance, decimals), coin: name };
}
