import { checkoutAbi, usdtLookalikeAbi } from '@portside/checkout';
import { encodeFunctionData, type Hex } from 'viem';

/** Data of calls of the token and the checkout. */

type Pair = 'transfer' | 'approve' | 'mint';

export const tokenCall = (functionName: Pair, to: Hex, amountMicro: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName, args: [to, amountMicro] });

export const tokenCallFrom = (from: Hex, to: Hex, amountMicro: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'transferFrom', args: [from, to, amountMicro] });

/** Sets the token's fee in basis points, up to a maximum in whole USDT. */
export const feeCall = (basisPoints: bigint, most: bigint): Hex =>
  encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'setParams', args: [basisPoints, most] });

export const payCall = (orderRef: Hex, amountMicro: bigint): Hex => {
  const deadline = BigInt(Math.floor(Date.now() / 1_000) + 3_600);
  return encodeFunctionData({
    abi: checkoutAbi,
    functionName: 'pay',
    args: [orderRef, amountMicro, deadline],
  });
};
