import { readDecimal } from '../../../lib/format/numbers.ts';
import { formatAddress } from '@portside/chain/networks/address';
import type { AllowanceCaps, AuthorizationMode, Network } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import type { Hex } from '../../../lib/wallet/payment.ts';

/** The allowance the buyer is about to give, and the shop's maximum, in micro-USDT. */
export type AllowanceChoice = {
  readonly mode: AuthorizationMode;
  readonly amountMicro: bigint;
  readonly capMicro: bigint;
};

/** Null if the mode is not offered or the amount is out of bounds. */
export function allowanceChoice(
  caps: AllowanceCaps | undefined,
  mode: AuthorizationMode,
  typed: string,
  neededMicro: bigint,
  language: string,
): AllowanceChoice | null {
  const cap = caps?.[mode];
  if (cap === null || cap === undefined) return null;
  const capMicro = parseMicro(cap);
  if (mode === 'safe') return { mode, amountMicro: neededMicro, capMicro };
  const amountMicro = readMicro(typed, language);
  if (amountMicro === null || amountMicro < neededMicro || amountMicro > capMicro) return null;
  return { mode, amountMicro, capMicro };
}

export const toAuthorizationBody = (
  { mode, amountMicro }: AllowanceChoice,
  network: Network,
  owner: Hex,
) => ({
  wallet_address: formatAddress(network, owner),
  mode,
  amount: formatMicro(amountMicro),
});

function readMicro(typed: string, language: string): bigint | null {
  try {
    return parseMicro(readDecimal(typed, language));
  } catch {
    return null;
  }
}
