import type { GuardedLimit } from '@portside/contract';
import type { Events } from '../../platform/events.ts';
import type { Passed } from '../approvals/index.ts';
import { changeSettings } from '../settings/index.ts';

/** Amounts in USDT. */
export type RaiseTerms = {
  readonly limit: GuardedLimit;
  readonly former_amount: string;
  readonly amount: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    limitRaisePassed: Passed<RaiseTerms>;
  }
}

/** What limits hear: those that a second person has agreed to raise. */
export function listenForLimits(events: Events): void {
  events.on('limitRaisePassed', (ctx, { terms }) => changeSettings(ctx, { [terms.limit]: terms.amount }));
}
