/**
 * Owns bonuses on top-ups: what payments earn, and which deposit earned what. Does not own deposits, which announce
 * that they were credited or reversed, nor the money (ledger).
 *
 * Invariant: a deposit earns at most one bonus, in the transaction that credits it, and loses exactly that in the
 * transaction that reverses it. No bonus gives more than a fifth of a payment by the will of one person.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { giveBonuses, takeBonusBack } from './give-bonus.ts';
import { listBonuses, listOwnBonuses } from './list-bonuses.ts';
import { createBonus, onBonusApproved, refuseNamedLevel, updateBonus } from './write-bonus.ts';

export { nameBonuses } from './bonuses.sql.ts';

/** Subscribes bonuses to what becomes of deposits, levels and proposals. */
export function subscribeBonuses(events: Events): void {
  events.on('depositsCredited', giveBonuses);
  events.on('depositReversed', takeBonusBack);
  events.on('levelDeleted', refuseNamedLevel);
  events.on('bonusApproved', onBonusApproved);
}

export const bonusesRoutes = {
  listOwnBonuses,
  listBonuses,
  createBonus,
  updateBonus,
} satisfies Partial<Routes>;
