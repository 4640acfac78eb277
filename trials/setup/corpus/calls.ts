import { checkoutAbi, usdtLookalikeAbi } from '@portside/checkout';
import { encodeFunctionData, type Hex } from 'viem';

/** Data of calls of the token and the checkout; amounts in the token's smallest units. */

type Pair = 'transfer' | 'approve' | 'mint';

export const tokenCall = (functionName: Pair, to: Hex, amountUnits: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName, args: [to, amountUnits] });

export const tokenCallFrom = (from: Hex, to: Hex, amountUnits: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transferFrom', args: [from, to, amountUnits] });

/** Sets the token's fee in basis points, up to a maximum in whole USDT. */
export const feeCall = (basisPoints: bigint, most: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'setParams', args: [basisPoints, most] });

/** Stops every transfer of the token, or allows them again. */
export const pauseCall = (functionName: 'pause' | 'unpause'): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName });

export const payCall = (orderRef: Hex, amountUnits: bigint): Hex => {
  const deadline = BigInt(Math.floor(Date.now() / 1_000) + 3_600);
  return encodeFunctionData({
    abi: checkoutAbi,
    functionName: 'pay',
    args: [orderRef, amountUnits, deadline],
  });
};
