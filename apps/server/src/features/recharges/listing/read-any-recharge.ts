import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listProposalsOn } from '../../approvals/index.ts';
import { presentAdminRecharges } from './admin-recharges.present.ts';
import { planSearch } from './plan-search.ts';
import { buildTimeline } from './build-timeline.ts';
import { findPendingOf, listAuthorizations, listDepositsFor, listTickets } from './recharge-history.sql.ts';
import { findRecharges } from './search-recharges.sql.ts';

/** A buyer's top-up with its timeline. Refuses an unknown order id (notFound). */
export async function readAnyRecharge(
  ctx: Ctx,
  { params }: Input<'readAnyRecharge'>,
): Promise<Data<'readAnyRecharge'>> {
  const { db, actor, clock } = ctx;
  requireAction(actor, 'recharge.read');
  const search = await planSearch(db, { order_id: params.order_id });
  const [row] = search ? await findRecharges(db, search, { isOldestFirst: false }, 1) : [];
  if (!row) return refuse('notFound');
  const [[recharge], tickets, authorizations, deposits, pending] = await Promise.all([
    presentAdminRecharges(ctx, [row]),
    listTickets(db, row.id),
    listAuthorizations(db, row.id),
    listDepositsFor(db, row),
    findPendingOf(db, row),
  ]);
  const proposals = await listProposalsOn(
    db,
    deposits.map(({ id }) => `deposit:${id}`),
  );
  const history = { recharge: row, tickets, authorizations, deposits, proposals, pending };
  return { recharge: recharge!, events: buildTimeline(history, clock.now()) };
}
