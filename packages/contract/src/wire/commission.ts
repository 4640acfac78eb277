import * as z from 'zod/mini';
import { parseMicro } from './money.ts';
import { decimal, UsdtAmount } from './values.ts';

/** Percent of the sale, from 0 to 100 with at most two decimals. */
export const CommissionPercent = decimal(2).check(
  z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Not a percentage'),
);

/** The rate from so many net sales a month on, if the agent's own is not higher. */
export const CommissionTier = z.object({ from: UsdtAmount, percent: CommissionPercent });
export type CommissionTier = z.infer<typeof CommissionTier>;
/** Of a text that may be no amount: its own fault is told, and not that it is in no order. */
const microOf = (text: string): bigint => (UsdtAmount.safeParse(text).success ? parseMicro(text) : 0n);

/** By net sales, ascending. */
export const CommissionTiers = z.array(CommissionTier).check(
  z.maxLength(8),
  z.refine(
    (tiers) =>
      tiers.every(({ from }, index) => {
        const before = tiers[index - 1];
        return before === undefined || microOf(before.from) < microOf(from);
      }),
    'Not ascending',
  ),
);

/** Whether buyers become agents by themselves: not at all, once an operator agrees, or at once. */
export const AGENT_SIGN_UPS = ['off', 'asked', 'open'] as const;
export const AgentSignUp = z.enum(AGENT_SIGN_UPS);
export type AgentSignUp = z.infer<typeof AgentSignUp>;
