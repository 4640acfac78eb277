import type { Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { isMacRight, macOf, type MacFacts } from '../../platform/keys/row-macs.ts';
import {
  isDecidedInAudit,
  listForgedInAudit,
  listOpen,
  updateProposal,
  type ProposalRow,
  type ProposalsTable,
} from './approvals.sql.ts';

const TABLE = 'proposals';

type Reader = Pick<Ctx, 'db' | 'keyring'>;

/**
 * What decides what a proposal does, by whom and when. Its state follows from these (`isInItsState`), or from the audit
 * log.
 */
const factsOf = (row: Selectable<ProposalsTable>): MacFacts => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  terms: row.terms,
  // The approver decides by it.
  reason: row.reason,
  action: row.action,
  beneficiary_id: row.beneficiary_id,
  cools_ms: row.cools_ms,
  proposed_by: row.proposed_by,
  proposed_at: row.proposed_at,
  expires_at: row.expires_at,
  approved_by: row.approved_by,
  approved_at: row.approved_at,
  due_at: row.due_at,
});

/** Gives a proposal its MAC, in the transaction in which the shop has written it. Answers the row with it. */
export const sealProposal = ({ db, keyring }: Reader, row: ProposalRow): Promise<ProposalRow> =>
  updateProposal(db, row.id, { mac: macOf(keyring, TABLE, factsOf(row)) });

/**
 * Whether an open proposal is as the shop has written it. One that was decided before, and put back as it was, is known
 * by its entry in the audit log.
 */
export async function isGenuine({ db, keyring }: Reader, row: ProposalRow): Promise<boolean> {
  if (!isInItsState(row) || !isMacRight(keyring, TABLE, factsOf(row), row.mac)) return false;
  return !(await isDecidedInAudit(db, row.id));
}

/** An open proposal has a due time from the moment it no longer needs an approval. */
const isInItsState = ({ state, due_at: dueAt }: ProposalRow): boolean =>
  (state === 'proposed') === (dueAt === null);

/** A proposal that somebody without the keys made, changed or brought back. */
type ForgedProposal = { readonly id: bigint; readonly kind: string; readonly subject: string };

/** Open ones, and those that were not applied for that reason since then. */
export async function listForgedProposals(ctx: Reader, since: Date): Promise<ForgedProposal[]> {
  const forged: ForgedProposal[] = await listForgedInAudit(ctx.db, since);
  for (const row of await listOpen(ctx.db)) if (!(await isGenuine(ctx, row))) forged.push(row);
  return forged.map(({ id, kind, subject }) => ({ id, kind, subject }));
}
