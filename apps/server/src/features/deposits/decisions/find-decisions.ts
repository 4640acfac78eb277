import type { Decision } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { listProposalsOn, presentDecision } from '../../approvals/index.ts';
import type { AccountMovement } from '../../ledger/index.ts';

/** The proposal that caused a movement of this kind. */
const PROPOSAL_KINDS: Partial<Record<AccountMovement['kind'], string>> = {
  credit: 'depositAssignmentApproved',
  reversal: 'depositReversalApproved',
  reversalDebt: 'depositReversalApproved',
};

/** The decisions behind manual credits and reversals of deposits, by movement id. */
export async function findDepositDecisions(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const moved = movements.filter(({ kind }) => PROPOSAL_KINDS[kind] !== undefined);
  const proposals = await listProposalsOn(
    db,
    moved.map(({ reference }) => subjectOf(reference)),
  );
  const applied = new Map(
    proposals.filter(({ state }) => state === 'applied').map((row) => [`${row.kind} ${row.subject}`, row]),
  );
  return new Map(
    moved.flatMap(({ id, kind, reference }) => {
      const proposal = applied.get(`${PROPOSAL_KINDS[kind]} ${subjectOf(reference)}`);
      return proposal ? [[id, presentDecision(proposal)]] : [];
    }),
  );
}

const subjectOf = (depositId: bigint): string => `deposit:${depositId}`;
