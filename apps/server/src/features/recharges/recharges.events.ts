import type { Events } from '../../platform/events.ts';
import { attributeDeposit } from './attribute-deposit.ts';
import { showPayments } from './show-payments.ts';

/** What recharges hear: money that arrived, and money on its way. */
export function listenForRecharges(events: Events): void {
  events.on('depositRecorded', (ctx, { deposit }) => attributeDeposit(ctx, deposit));
  events.on('transfersSeen', (ctx, { chainId, transfers }) => showPayments(ctx, chainId, transfers));
}
