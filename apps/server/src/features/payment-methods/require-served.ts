import { chainsOf, inspectNode, NodeError, readTokenState, recordOf, type ChainNode } from '@portside/chain';
import type { FieldFault, Finding } from '@portside/contract';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import { checkToken } from './check-token.ts';
import type { NewMethod, PaymentMethodRow } from './payment-methods.sql.ts';
import type { NodeQuorum } from './prove-code.ts';

/**
 * Refuses a chain that none of the network's nodes serves, and a token whose decimals differ from the network's
 * record (parameterError). An unchanged chain and token need no node's answer, so that a stolen wallet can be
 * replaced at any time. Refuses what `requireSound` refuses.
 */
export async function requireServed(
  { nodes, quorum }: NodeQuorum,
  method: NewMethod,
  former: PaymentMethodRow | undefined,
): Promise<void> {
  const { chain_id, contract_address } = method;
  const isKnown = former?.chain_id === chain_id && former.contract_address === contract_address;
  const looks = await Promise.all(
    nodes.map(async (node) => ({ node, seen: await look(node, contract_address) })),
  );
  const serving = looks.filter(({ seen }) => seen?.chainId === Number(chain_id));
  if (serving.length === 0 && !isKnown) refuseField('parameterError', 'chain_id', 'unserved');
  const { decimals } = recordOf(method.type).token;
  const told = serving.flatMap(({ seen }) => seen?.decimals ?? []);
  const isRight = told.every((one) => one === decimals) && (told.length > 0 || isKnown);
  if (!isRight) refuseField('parameterError', 'contract_address', 'decimals', decimals);
  await requireSound({ nodes: serving.map(({ node }) => node), quorum }, method, isKnown);
}

/** What the nodes say of a token that would make payments impossible, or change them on their way. */
const FAULTS: Partial<Record<Finding['code'], FieldFault['fault']>> = {
  tokenPaused: 'paused',
  tokenReplaced: 'replaced',
  tokenTakesFee: 'fee',
};

/**
 * Refuses a wallet that the token has blocked, and a new token that is paused, replaced or takes a fee
 * (parameterError). A token in use may be any of these, so that a stolen wallet can be replaced meanwhile; it takes no
 * top-ups then. Nodes that do not answer, or too few that agree, refuse nothing: what is set is looked at again before
 * top-ups are offered.
 */
async function requireSound(asked: NodeQuorum, method: NewMethod, isTokenKnown: boolean): Promise<void> {
  const { type, contract_address: token, wallet_address: wallet } = method;
  const { decimals } = recordOf(type).token;
  const { blacklist } = chainsOf(type);
  const state = await readTokenState(
    asked.nodes,
    { token, decimals, blacklist, quorum: asked.quorum },
    wallet,
  );
  if (state === null) return;
  if (state.isWalletBlocked) refuseField('parameterError', 'wallet_address', 'blocked');
  const problem = checkToken(state, decimals);
  const fault = problem && FAULTS[problem.code];
  if (fault && !isTokenKnown) refuseField('parameterError', 'contract_address', fault);
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
