import type { GuardedLimit } from '@portside/contract';
import type { Events } from '../../platform/events.ts';
import type { Approved } from '../approvals/index.ts';
import { changeSettings } from '../settings/index.ts';

/** Amounts in USDT. */
export type RaiseTerms = {
  readonly limit: GuardedLimit;
  readonly former_amount: string;
  readonly amount: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    limitRaiseApproved: Approved<RaiseTerms>;
  }
}

/** What limits hear: those that a second person has agreed to raise. */
export function listenForLimits(events: Events): void {
  events.on('limitRaiseApproved', (ctx, { terms }) => changeSettings(ctx, { [terms.limit]: terms.amount }));
}
