import type { Decision } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findProposals, presentDecision } from '../approvals/index.ts';
import type { AccountMovement } from '../ledger/index.ts';
import { findProposalsOfUsers } from './user-imports.sql.ts';

/** Who proposed and approved each opening balance, by movement id. Its reference is the user. */
export async function findImportDecisions(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const openings = movements.filter(({ kind }) => kind === 'openingBalance');
  if (openings.length === 0) return new Map();
  const proposalOf = await findProposalsOfUsers(
    db,
    openings.map(({ reference }) => reference),
  );
  const proposals = await findProposals(db, [...new Set(proposalOf.values())]);
  const byId = new Map(proposals.map((proposal) => [proposal.id, presentDecision(proposal)]));
  return new Map(
    openings.flatMap(({ id, reference }) => {
      const decision = byId.get(proposalOf.get(reference) ?? 0n);
      return decision ? [[id, decision]] : [];
    }),
  );
}
