import type { ChainNode } from '@portside/chain';
import { agree } from '@portside/chain/nodes/agree';
import { badAnswer, callRpc, dataAnswer } from '@portside/chain/nodes/rpc';
import { readSwept, sweepManyData } from '@portside/checkout';
import { encodeFunctionData, parseAbi, type Hex } from 'viem';

export type TokenReader = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must report the same. */
  readonly quorum: number;
  readonly token: Hex;
};

/**
 * What a sweep would move from each of these addresses of a factory now, by one call for all of them, as the sweep page
 * tries it; null where too few nodes answer alike. Zero for an address that the token does not let go.
 */
export async function readMovable(
  { nodes, quorum, token }: TokenReader,
  factory: Hex,
  salts: readonly Hex[],
): Promise<readonly bigint[] | null> {
  const call = { to: factory, data: sweepManyData(token, salts) };
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const answer = await callRpc(node, dataAnswer, 'eth_call', call, 'latest');
    try {
      return readSwept(answer, salts.length);
    } catch (error) {
      throw badAnswer(node, 'eth_call', String(error));
    }
  });
  return agreed && agreed.value;
}

const ABI = parseAbi(['function balanceOf(address wallet) view returns (uint256)']);

/** The token's balance of an address; null where too few nodes answer alike. */
export async function readAddressBalance(
  { nodes, quorum, token }: TokenReader,
  address: Hex,
): Promise<bigint | null> {
  const data = encodeFunctionData({ abi: ABI, args: [address] });
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
    if (/^0x[0-9a-f]{64}$/.test(answer)) return BigInt(answer);
    throw badAnswer(node, 'eth_call', 'a balance is a word');
  });
  return agreed && agreed.value;
}
