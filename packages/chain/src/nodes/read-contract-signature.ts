import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { NodeError } from './node-error.ts';
import { callRpc, dataAnswer, quantityAnswer } from './rpc.ts';
import type { TronHttp } from '../tron/http.ts';
import type { ChainNode } from '../types.ts';

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
/** EIP-1271: the function's own selector in one word. Anything else, longer answers included, means no. */
const VALID: Hex = `0x1626ba7e${'0'.repeat(56)}`;
const NO_ADDRESS: Hex = `0x${'0'.repeat(40)}`;

/** The nodes of one chain, and how many of them must agree. */
export type SignatureReaders = {
  readonly nodes: readonly ChainNode[];
  readonly quorum: number;
  /** TRON's HTTP API; without it there is no answer on TRON. */
  readonly tronHttp?: TronHttp | undefined;
};

type Asked = {
  readonly isOnTron: boolean;
  readonly chainId: number;
  readonly wallet: Hex;
  readonly hash: Hex;
  readonly signature: Hex;
};

/**
 * Whether a contract wallet accepts the signature as its own (EIP-1271), as `quorum` nodes agree at the final state.
 * TRON's JSON-RPC knows only the newest state, so there the HTTP API must agree about the solidified one. False for an
 * address without such a contract; null if too few nodes agree.
 */
export async function readContractSignature(
  { nodes, quorum, tronHttp }: SignatureReaders,
  { isOnTron, chainId, wallet, hash, signature }: Asked,
): Promise<boolean | null> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args: [hash, signature] });
  const call = { to: wallet, data };
  const tag = isOnTron ? 'latest' : 'finalized';
  const said = await Promise.all(nodes.map((node) => askNode(node, { chainId, call, tag })));
  const agreed = [true, false].find((one) => said.filter((answer) => answer === one).length >= quorum);
  if (agreed !== true || !isOnTron) return agreed ?? null;
  return tronHttp ? askSolid(tronHttp, call) : null;
}

type Call = { readonly to: Hex; readonly data: Hex };

/** Null if the node does not answer or serves another chain. A reverted call means no. */
async function askNode(
  node: ChainNode,
  { chainId, call, tag }: { readonly chainId: number; readonly call: Call; readonly tag: string },
): Promise<boolean | null> {
  try {
    if ((await callRpc(node, quantityAnswer, 'eth_chainId')) !== chainId) return null;
    return (await callRpc(node, dataAnswer, 'eth_call', call, tag)) === VALID;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.kind === 'rpc' ? false : null;
  }
}

async function askSolid(http: TronHttp, { to, data }: Call): Promise<boolean | null> {
  try {
    return (await http.callSolidified({ owner: NO_ADDRESS, contract: to, data })) === VALID;
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
