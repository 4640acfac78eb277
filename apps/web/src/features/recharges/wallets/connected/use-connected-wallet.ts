import { formatAddress } from '@portside/chain/networks/address';
import type { AllowanceCaps } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api/call.ts';
import { allowanceWithin } from '../../../../lib/wallet/calls.ts';
import { quoteFees, type Fees } from '../../../../lib/wallet/fees.ts';
import type { Hex, Payment } from '../../../../lib/wallet/payment.ts';
import type { Holdings, Wallet } from '../../../../lib/wallet/wallet.ts';
import type { Payer } from '../use-wallet-payment.ts';

type ConnectedWallet = {
  readonly holdings: Holdings;
  readonly caps: AllowanceCaps;
  readonly fees: Fees | null;
  readonly canSendTogether: boolean;
};

const LOOK_EVERY_MS = 10_000;

type Connected = { readonly wallet: Wallet; readonly owner: Hex; readonly payment: Payment };

/** A connected wallet's balances, allowance caps and fees, refreshed regularly and after each `round`. */
export function useConnectedWallet({ recharge, token }: Payer, connected: Connected | null, round: string) {
  const owner = connected?.owner ?? null;
  return useQuery({
    queryKey: ['connected wallet', recharge.order_id, owner, round],
    enabled: connected !== null,
    queryFn: () => look({ recharge, token }, connected!),
    refetchInterval: LOOK_EVERY_MS,
    retry: 1,
    placeholderData: (before) => before,
  });
}

async function look({ recharge, token }: Payer, connected: Connected): Promise<ConnectedWallet> {
  const { wallet, owner, payment } = connected;
  const request = {
    params: { order_id: recharge.order_id },
    query: { wallet_address: formatAddress(recharge.type, owner) },
  };
  const options = { isQuiet: true, ...(token !== undefined && { token }) };
  const [holdings, caps, canSendTogether] = await Promise.all([
    wallet.holdings(owner),
    call('readAllowanceCaps', request, options),
    wallet.canSendTogether(owner),
  ]);
  const allowance = caps.safe === null ? null : allowanceWithin(payment.amountMicro, parseMicro(caps.safe));
  // Fees are informative; without them the buyer can still pay.
  const fees = await quoteFees(wallet, owner, payment, { allowance, holdings }).catch(() => null);
  return { holdings, caps, fees, canSendTogether };
}
