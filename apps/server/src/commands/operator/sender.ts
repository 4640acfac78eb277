import type { ChainNode } from '@portside/chain';
import type { Hex } from 'viem';
import { CommandError } from '../command.ts';

/** What is sent. Without `to`, `data` is the code of a contract to be deployed. */
export type Sendable = { readonly to: Hex | null; readonly data: Hex };

/** Signs on this machine and sends through a node. Fees are in the coin's smallest unit. */
export type Sender = {
  feeOf(call: Sendable): Promise<bigint>;
  /** Resolves once it is in a block; throws a CommandError where it failed there, or is in none in time. */
  send(call: Sendable): Promise<{ readonly hash: string; readonly contract: Hex | null }>;
};

/** A call that is answered in hex; throws a CommandError where it is not. */
export async function askHex(node: ChainNode, method: string, params: readonly unknown[]): Promise<Hex> {
  const answer = await node.request(method, params);
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]*$/.test(answer))
    throw new CommandError(`${node.name}: ${method} was answered with something else.`);
  return answer.toLowerCase() as Hex;
}
