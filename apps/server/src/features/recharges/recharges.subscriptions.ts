import type { Events } from '../../platform/context.ts';
import { creditMatchedDeposits } from './crediting/credit-matched-deposits.ts';
import {
  onDepositAssigned,
  onDepositHeld,
  onDepositRejected,
  onDepositReversed,
} from './crediting/deposit-decisions.ts';
import { showPendingPayments } from './crediting/show-pending-payments.ts';
import './recharges.events.ts';

/** Subscribes recharges to recorded deposits, pending transfers and the decisions on deposits. */
export function subscribeRecharges(events: Events): void {
  events.on('depositsRecorded', (ctx, { deposits }) => creditMatchedDeposits(ctx, deposits));
  events.on('depositHeld', (ctx, { deposit }) => onDepositHeld(ctx, deposit));
  events.on('depositAssigned', onDepositAssigned);
  events.on('depositRejected', (ctx, { deposit }) => onDepositRejected(ctx, deposit));
  events.on('depositReversed', (ctx, { deposit }) => onDepositReversed(ctx, deposit));
  events.on('transfersSeen', (ctx, { asset, transfers }) => showPendingPayments(ctx, asset, transfers));
}
