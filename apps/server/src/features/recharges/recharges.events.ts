import type { Events } from '../../platform/context.ts';
import { attributeDeposits } from './crediting/attribute-deposits.ts';
import { creditDecided, rejectReviewed, reverseCredited, reviewHeld } from './crediting/follow-decisions.ts';
import { showPayments } from './crediting/show-payments.ts';

/** What recharges hear: money that arrived, money on its way, and what persons decided on it. */
export function subscribeRecharges(events: Events): void {
  events.on('depositsRecorded', (ctx, { deposits }) => attributeDeposits(ctx, deposits));
  events.on('depositHeld', (ctx, { deposit }) => reviewHeld(ctx, deposit));
  events.on('depositAssigned', (ctx, { deposit, userId }) => creditDecided(ctx, deposit, userId));
  events.on('depositRejected', (ctx, { deposit }) => rejectReviewed(ctx, deposit));
  events.on('depositReversed', (ctx, { deposit }) => reverseCredited(ctx, deposit));
  events.on('transfersSeen', (ctx, { chainId, transfers }) => showPayments(ctx, chainId, transfers));
}
