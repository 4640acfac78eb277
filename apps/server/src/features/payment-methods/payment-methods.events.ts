import type { Events } from '../../platform/events.ts';
import type { Passed } from '../approvals/index.ts';
import { activateMethod } from './activate-method.ts';
import { parseMethod } from './parse-method.ts';
import type { TopUpsTerms, TreasuryChange } from './payment-method-terms.ts';
import { switchMethod } from './switch-method.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    treasuryChangePassed: Passed<TreasuryChange>;
    topUpsOnPassed: Passed<TopUpsTerms>;
  }
}

/** Subscribes payment methods to approved changes. */
export function subscribePaymentMethods(events: Events): void {
  events.on('treasuryChangePassed', (ctx, { terms }) => activateMethod(ctx, parseMethod(terms)));
  events.on('topUpsOnPassed', (ctx, { terms }) => switchMethod(ctx, BigInt(terms.method_id), true));
}
