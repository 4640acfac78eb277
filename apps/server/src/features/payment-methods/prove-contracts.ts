import {
  chainsOf,
  inspectNode,
  NodeError,
  readTokenState,
  recordOf,
  type ChainNode,
  type TokenState,
  readCodes,
  create2PrefixOf,
} from '@portside/chain';
import type { FieldFault, Finding, CodeState } from '@portside/contract';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import type { NewMethod, PaymentMethodRow } from './payment-methods.sql.ts';
import {
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  type DepositFactory,
} from '@portside/checkout';

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

/**
 * Why coins sent to our wallet would be unusable or would arrive changed; null where the token works. `decimals` are
 * those of the network's record.
 */
export function checkToken(state: TokenState, decimals: number): Finding | null {
  if (state.decimals !== decimals)
    return { code: 'tokenDecimals', facts: { found: state.decimals, expected: decimals } };
  if (state.isWalletBlocked) return { code: 'walletBlocked', facts: {} };
  if (state.isDeprecated) return { code: 'tokenReplaced', facts: {} };
  if (state.isPaused) return { code: 'tokenPaused', facts: {} };
  return state.takesFee ? { code: 'tokenTakesFee', facts: {} } : null;
}

/** Whom to ask, and how many must answer alike. */
export type NodeQuorum = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

type ContractRef = { readonly chainId: number; readonly address: Hex };

/**
 * Compares what every answering node of that chain has at an address with the expected code. Nodes that differ among
 * themselves prove nothing, and neither do fewer than the quorum.
 */
export async function proveCode(
  { nodes, quorum }: NodeQuorum,
  { chainId, address }: ContractRef,
  expected: Hex,
): Promise<CodeState> {
  const codes = await readCodes(nodes, chainId, address);
  const [first] = codes;
  if (first === undefined || codes.length < quorum || codes.some((code) => code !== first)) return 'unknown';
  if (first === '0x') return 'none';
  return first === expected ? 'proven' : 'other';
}

/** The factory of a method, and the treasury that its addresses pay to. */
type FactoryPlace = Pick<NewMethod, 'type' | 'chain_id' | 'wallet_address' | 'factory_address'>;

/** The factory of a method, whether or not it is used; null where there is none. */
export function factoryOf(method: FactoryPlace): DepositFactory | null {
  const { type, chain_id, wallet_address: treasury, factory_address: factory } = method;
  return factory && { prefix: create2PrefixOf(type, Number(chain_id)), factory, treasury };
}

/**
 * Whether every node that answers, and at least the quorum, has the published factory at the method's address, with its
 * wallet as the treasury, and the code that the factory's addresses run.
 */
export async function proveFactory(asked: NodeQuorum, method: FactoryPlace): Promise<CodeState> {
  const factory = factoryOf(method);
  if (!factory) return 'none';
  const chainId = Number(method.chain_id);
  const made = await proveCode(asked, { chainId, address: factory.factory }, depositFactoryCode(factory));
  if (made !== 'proven') return made;
  const code = depositAddressCode(factory.treasury);
  const behind = await proveCode(asked, { chainId, address: implementationOf(factory) }, code);
  return behind === 'none' ? 'other' : behind;
}

/**
 * As `proveFactory`. False where too few nodes answer: what buyers pay to addresses of another contract is lost, and a
 * method without own addresses can be set at any time.
 */
export const isFactoryProven = async (asked: NodeQuorum, method: NewMethod): Promise<boolean> =>
  (await proveFactory(asked, method)) === 'proven';
