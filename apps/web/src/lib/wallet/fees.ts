import { approveCall, payCall, transferCall, type Allowance } from './calls.ts';
import type { Hex, Payment } from './payment.ts';
import type { Holdings, Wallet } from './wallet.ts';

/** Fees of both ways in the network's coin, its smallest unit; null for a way that is not offered. */
export type Fees = { readonly transfer: bigint; readonly checkout: bigint | null };

/**
 * What each way will cost this wallet: tried out where it can be, else what is usual. A payment through the
 * checkout can be tried only after it has been allowed.
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
      // An allowance that has to go through zero cannot be tried in one step.
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
