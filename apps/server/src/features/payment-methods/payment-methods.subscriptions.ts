import type { Events } from '../../platform/context.ts';
import { activateMethod } from './activate-method.ts';
import { parseMethod } from './parse-method.ts';
import { switchMethod } from './switch-method.ts';
import './payment-methods.events.ts';

/** Subscribes payment methods to approved changes. */
export function subscribePaymentMethods(events: Events): void {
  events.on('treasuryChangeApproved', (ctx, { terms }) => activateMethod(ctx, parseMethod(terms)));
  events.on('topUpsOnApproved', (ctx, { terms }) => switchMethod(ctx, BigInt(terms.method_id), true));
}
