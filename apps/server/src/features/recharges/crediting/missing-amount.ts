import type { RechargeRow } from '../recharges.sql.ts';

type Sums = Pick<RechargeRow, 'amount_micro' | 'accepted_micro' | 'credited_micro'>;

/**
 * How many micro-USDT a top-up still waits for: it is successful when the amount that its buyer chose has come, in one
 * payment or several, or what an admin accepted instead. 0 where nothing is missing.
 */
export function missingMicro({ amount_micro, accepted_micro, credited_micro }: Sums): bigint {
  const wanted = accepted_micro !== null && accepted_micro < amount_micro ? accepted_micro : amount_micro;
  return credited_micro < wanted ? wanted - credited_micro : 0n;
}
