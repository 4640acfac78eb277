import { usdtLookalikeAbi } from '@portside/checkout';
import { encodeFunctionData, type Hex } from 'viem';

/** The call of a token that transfers so many of its units. */
export const transferOf = (to: Hex, units: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transfer', args: [to, units] });

/** Code that calls `token` with each 68 bytes of what it is called with: as many as a transfer's call has. */
export function callEach(token: Hex): Hex {
  const copy = '60448160003760006000';
  const call = `60446000600073${token.slice(2)}5af150`;
  const next = '604401368110600257';
  return `0x60005b${copy}${call}${next}00`;
}
