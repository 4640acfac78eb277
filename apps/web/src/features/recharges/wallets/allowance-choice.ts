import { readDecimal } from '../../../lib/format/typed-numbers.ts';
import type { AllowanceCaps, AuthorizationMode } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

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

function readMicro(typed: string, language: string): bigint | null {
  try {
    return parseMicro(readDecimal(typed, language));
  } catch {
    return null;
  }
}
