import type { GuardedLimit } from '@portside/contract';
import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { changeSettings } from '../settings/index.ts';

/** Amounts in USDT. */
type LimitRaiseTerms = {
  readonly limit: GuardedLimit;
  readonly former_amount: string;
  readonly amount: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    limitRaiseApproved: Approved<LimitRaiseTerms>;
  }
}

/** Raises limits for which a second person has approved it. */
export function subscribeLimits(events: Events): void {
  events.on('limitRaiseApproved', (ctx, { terms }) => changeSettings(ctx, { [terms.limit]: terms.amount }));
}
