import { NodeError, type ChainNode } from '@portside/chain';
import type { Hex } from 'viem';
import { CommandError } from '../command.ts';

/** What is sent. Without `to`, `data` is the code of a contract to be deployed. */
export type Sendable = { readonly to: Hex | null; readonly data: Hex };

/** In the coin's smallest unit: what a transaction costs by the present price, and what the signer must have for it. */
type Fee = { readonly about: bigint; readonly needed: bigint };

/** Signs on this machine and sends through a node. */
export type Sender = {
  /** Throws a RefusedCall where the node or the contract refuses it. */
  feeOf(call: Sendable): Promise<Fee>;
  /** Resolves once it is in a block; throws a CommandError where it failed there, or is in none in time. */
  send(call: Sendable): Promise<{ readonly hash: string; readonly contract: Hex | null }>;
};

/** A call that would fail, or that the node does not take. Fewer addresses at once may pass. */
export class RefusedCall extends CommandError {}

/** Asks the node; throws a RefusedCall where it refuses, and a CommandError where it does not answer. */
export async function ask(node: ChainNode, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node.request(method, params);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    throw error.kind === 'rpc' ? new RefusedCall(error.message) : new CommandError(error.message);
  }
}

/** A call that is answered in hex; throws a CommandError where it is not. */
export async function askHex(node: ChainNode, method: string, params: readonly unknown[]): Promise<Hex> {
  const answer = await ask(node, method, params);
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]*$/.test(answer))
    throw new CommandError(`${node.name}: ${method} was answered with something else.`);
  return answer.toLowerCase() as Hex;
}
