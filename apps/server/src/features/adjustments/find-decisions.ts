import type { Decision } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findProposals, presentDecision } from '../approvals/index.ts';
import type { AccountMovement } from '../ledger/index.ts';

/** Who proposed and approved each adjustment, by movement id. An adjustment's movement refers to its proposal. */
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
