import type { Decision } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { listProposalsOn, presentDecision } from '../../approvals/index.ts';
import type { AccountMovement } from '../../ledger/index.ts';

/** Which decision on its deposit moved the money; the debt of a reversal moves with it. */
const DECIDED: Partial<Record<AccountMovement['kind'], string>> = {
  credit: 'depositAssignmentApproved',
  reversal: 'depositReversalApproved',
  reversalDebt: 'depositReversalApproved',
};

/** Who credited a deposit by hand or took one back, by the movement that did. */
export async function findDepositDecisions(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const moved = movements.filter(({ kind }) => DECIDED[kind] !== undefined);
  const proposals = await listProposalsOn(
    db,
    moved.map(({ reference }) => subjectOf(reference)),
  );
  const applied = new Map(
    proposals.filter(({ state }) => state === 'applied').map((row) => [`${row.kind} ${row.subject}`, row]),
  );
  return new Map(
    moved.flatMap(({ id, kind, reference }) => {
      const proposal = applied.get(`${DECIDED[kind]} ${subjectOf(reference)}`);
      return proposal ? [[id, presentDecision(proposal)]] : [];
    }),
  );
}

const subjectOf = (depositId: bigint): string => `deposit:${depositId}`;
