import type { Decision } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findProposals, presentDecision } from '../approvals/index.ts';
import type { AccountMovement } from '../ledger/index.ts';

/** Who put a balance right, by the movement that did: it carries its proposal's id. */
export async function findAdjustmentDecisions(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const adjustments = movements.filter(({ kind }) => kind === 'adjustment');
  const proposals = await findProposals(
    db,
    adjustments.map(({ reference }) => reference),
  );
  const byId = new Map(proposals.map((proposal) => [proposal.id, presentDecision(proposal)]));
  return new Map(
    adjustments.flatMap(({ id, reference }) => {
      const decision = byId.get(reference);
      return decision ? [[id, decision]] : [];
    }),
  );
}
