import { inspectNode, NodeError, recordOf, type ChainNode } from '@portside/chain';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import type { NewMethod, PaymentMethodRow } from './payment-methods.sql.ts';

/**
 * Refuses a chain that none of the network's nodes serves, and a token whose decimals differ from the network's
 * record (parameterError). An unchanged chain and token need no node's answer, so that a stolen wallet can be
 * replaced at any time.
 */
export async function requireServed(
  nodes: readonly ChainNode[],
  method: NewMethod,
  former: PaymentMethodRow | undefined,
): Promise<void> {
  const { chain_id, contract_address } = method;
  const isKnown = former?.chain_id === chain_id && former.contract_address === contract_address;
  const seen = await Promise.all(nodes.map((node) => look(node, contract_address)));
  const serving = seen.filter((one) => one?.chainId === Number(chain_id));
  if (serving.length === 0 && !isKnown) refuseField('parameterError', 'chain_id', 'unserved');
  const { decimals } = recordOf(method.type).token;
  const told = serving.flatMap((one) => one?.decimals ?? []);
  const isRight = told.every((one) => one === decimals) && (told.length > 0 || isKnown);
  if (!isRight) refuseField('parameterError', 'contract_address', 'decimals', decimals);
}

/** Null where the node does not answer. */
async function look(node: ChainNode, token: Hex): Promise<Awaited<ReturnType<typeof inspectNode>> | null> {
  try {
    return await inspectNode(node, token);
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
