import { formatMicro, type Finding } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { listOpenProposals, type ProposalRow } from '../approvals/index.ts';
import { listStartedWithBalances, type StartedImport } from '../user-imports/index.ts';
import { condition, SHOWN_MS, type AlarmCondition } from './alarm-condition.ts';
import { findingsOfState, NONE } from './evaluate-security.ts';

/** Balances that are proposed to be brought over from another shop, and those that were lately. One alarm for each. */
export async function evaluateImports({ db, clock }: Ctx): Promise<AlarmCondition[]> {
  const [proposals, started] = await Promise.all([
    listOpenProposals(db, 'userImportApproved'),
    listStartedWithBalances(db, new Date(clock.now().getTime() - SHOWN_MS)),
  ]);
  return [
    ...proposals
      .filter(({ terms }) => Number(terms['total']) > 0)
      .map((row) => condition('balancesProposed', null, findingsOf(row), `proposal:${row.id}`)),
    ...started.map((row) => condition('balancesImported', null, [importedOf(row)], `import:${row.id}`)),
  ];
}

function findingsOf({ terms, proposer, due_at: due }: ProposalRow): Finding[] {
  const proposed: Finding = {
    code: 'balancesProposed',
    facts: {
      who: proposer ?? NONE,
      file: String(terms['file']),
      users: Number(terms['users']),
      total: String(terms['total']),
    },
  };
  return [proposed, ...findingsOfState(due)];
}

const importedOf = (row: StartedImport): Finding => ({
  code: 'balancesImported',
  facts: {
    file: row.file_name,
    users: row.users,
    total: formatMicro(row.total_micro),
    at: row.started_at.toISOString(),
  },
});
