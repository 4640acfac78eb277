import type { SiteConfig } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';

type Offered = Pick<SiteConfig, 'recharge_amounts' | 'recharge_minimum' | 'recharge_maximum'>;

const USDT_MICRO = 1_000_000n;

/**
 * The top-up, in USDT, that brings at least `missingMicro`: the smallest suggested amount that is enough, else whole
 * USDT, within the shop's limits.
 */
export function topUpAmount(missingMicro: bigint, config: Offered): string {
  const least = parseMicro(config.recharge_minimum);
  const most = parseMicro(config.recharge_maximum);
  const choices = config.recharge_amounts
    .map(parseMicro)
    .filter((amount) => amount >= least && amount <= most);
  const enough = choices.filter((amount) => amount >= missingMicro);
  if (enough.length > 0) return formatMicro(enough.reduce((a, b) => (b < a ? b : a)));
  const whole = ((missingMicro + USDT_MICRO - 1n) / USDT_MICRO) * USDT_MICRO;
  return formatMicro(whole < least ? least : whole > most ? most : whole);
}

/** The least that can be topped up, where less is missing; null elsewhere. */
export const minimumAbove = (missingMicro: bigint, { recharge_minimum: minimum }: Offered): string | null =>
  parseMicro(minimum) > missingMicro ? minimum : null;
