import { approveCall, payCall, transferCall, type Allowance } from './calls.ts';
import type { Hex, Payment } from './payment.ts';
import type { Holdings, Wallet } from './wallet.ts';

/** Fees of both ways to pay in the coin's smallest unit; null if a way is not offered. */
export type Fees = { readonly transfer: bigint; readonly checkout: bigint | null };

/**
 * Estimates the fee of each way: by a trial run where possible, otherwise by usual values. A payment through the
 * checkout cannot be tried before its allowance exists.
 */
export async function quoteFees(
  wallet: Wallet,
  owner: Hex,
  payment: Payment,
  { allowance, holdings }: { allowance: Allowance | null; holdings: Holdings },
): Promise<Fees> {
  const tried = (call: ReturnType<typeof transferCall>) =>
    wallet.feeOf(owner, call).catch(() => wallet.usualFeeOf(call.kind));
  const checkout = async () => {
    if (payment.checkout === null || allowance === null) return null;
    if (holdings.allowanceMicro >= payment.amountMicro) return tried(payCall(payment));
    const [approve, pay] = await Promise.all([
      // An allowance that must be reset to zero first cannot be tried in one step.
      holdings.allowanceMicro === 0n
        ? tried(approveCall(payment, allowance))
        : twice(wallet.usualFeeOf('approve')),
      wallet.usualFeeOf('pay'),
    ]);
    return approve + pay;
  };
  const [transfer, through] = await Promise.all([tried(transferCall(payment)), checkout()]);
  return { transfer, checkout: through };
}

const twice = async (fee: Promise<bigint>): Promise<bigint> => 2n * (await fee);
