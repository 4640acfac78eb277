import type { ProposalState } from '@portside/contract';
import {
  type ColumnType,
  type Generated,
  sql,
  type Insertable,
  type Selectable,
  type Updateable,
} from 'kysely';
import '../../platform/audit/audit.sql.ts';
import type { Db } from '../../platform/db/db.ts';
import type { EventName, EventPayloads } from '../../platform/events.ts';

export type ProposalsTable = {
  id: Generated<bigint>;
  /** The event announced to apply it. */
  kind: string;
  /** What it changes; one open proposal of a kind for each. */
  subject: string;
  terms: ColumnType<Terms, string, never>;
  reason: string;
  /** Who benefits and therefore cannot approve it; null for no one. */
  beneficiary_id: Generated<bigint | null>;
  /** The permission needed to propose and approve it. */
  action: string;
  /** How long it can be vetoed after its approval. */
  cools_ms: bigint;
  state: ProposalState;
  proposed_by: bigint | null;
  proposed_at: Date;
  /** From then on it can no longer be approved. */
  expires_at: Date;
  approved_by: bigint | null;
  approved_at: Date | null;
  /** When it is applied. */
  due_at: Date | null;
  /** Null if it expired, was applied by the job, or a party's credentials changed. */
  settled_by: bigint | null;
  settled_at: Date | null;
  /** Why it was vetoed, or why it failed. */
  outcome: Generated<string>;
  idempotency_key: string | null;
  /** See proposal-macs.ts. */
  mac: Generated<Buffer | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    proposals: ProposalsTable;
  }
}

/** With the usernames of everyone involved. */
export type ProposalRow = Selectable<ProposalsTable> & {
  readonly proposer: string | null;
  readonly approver: string | null;
  readonly settler: string | null;
  readonly beneficiary: string | null;
};

/** Not settled yet. */
export const OPEN_STATES: readonly ProposalState[] = ['proposed', 'approved', 'cooling'];

const selectProposals = (db: Db) =>
  db
    .selectFrom('proposals')
    .leftJoin('users as proposer', 'proposer.id', 'proposed_by')
    .leftJoin('users as approver', 'approver.id', 'approved_by')
    .leftJoin('users as settler', 'settler.id', 'settled_by')
    .leftJoin('users as beneficiary', 'beneficiary.id', 'beneficiary_id')
    .selectAll('proposals')
    .select([
      'proposer.username as proposer',
      'approver.username as approver',
      'settler.username as settler',
      'beneficiary.username as beneficiary',
    ]);

export const getProposal = (db: Db, id: bigint): Promise<ProposalRow> =>
  selectProposals(db).where('proposals.id', '=', id).executeTakeFirstOrThrow();

export async function lockProposal(db: Db, id: bigint): Promise<ProposalRow | undefined> {
  const locked = await db
    .selectFrom('proposals')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return locked && getProposal(db, id);
}

export const findByKey = (db: Db, userId: bigint, key: string): Promise<ProposalRow | undefined> =>
  selectProposals(db).where('proposed_by', '=', userId).where('idempotency_key', '=', key).executeTakeFirst();

/** The open proposal of that kind on the subject; there is one at most. */
export const findOpen = (db: Db, kind: string, subject: string): Promise<ProposalRow | undefined> =>
  selectProposals(db)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst();

/** Undefined if another of that kind is open on the subject. */
export async function insertProposal(
  db: Db,
  proposal: Insertable<ProposalsTable>,
): Promise<ProposalRow | undefined> {
  const row = await db
    .insertInto('proposals')
    .values(proposal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row && getProposal(db, row.id);
}

export async function updateProposal(
  db: Db,
  id: bigint,
  change: Updateable<ProposalsTable>,
): Promise<ProposalRow> {
  await db.updateTable('proposals').set(change).where('id', '=', id).execute();
  return getProposal(db, id);
}

/** Whether the audit log knows that a proposal was applied, refused or rejected. */
export async function isDecidedInAudit(db: Db, id: bigint): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', `proposal:${id}`)
    .where('action', 'in', ['proposal.settle', 'proposal.veto'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Proposals that were not applied since then because somebody else had written them. */
export async function listForgedInAudit(
  db: Db,
  since: Date,
): Promise<{ readonly id: bigint; readonly kind: string; readonly subject: string }[]> {
  const { rows } = await sql<{ id: bigint; kind: string; subject: string }>`
    select distinct split_part(subject, ':', 2)::bigint as id, after ->> 'kind' as kind, after ->> 'on' as subject
    from audit_entries
    where action = 'proposal.settle' and at > ${since} and after ->> 'forged' = 'true'
    order by id`.execute(db);
  return rows;
}

/** Every open proposal, oldest first. */
export const listOpen = (db: Db): Promise<ProposalRow[]> =>
  selectProposals(db).where('state', 'in', OPEN_STATES).orderBy('proposals.id').execute();

/** Open proposals of one kind, oldest first. */
export const listOpenProposals = (db: Db, kind: ProposalKind): Promise<ProposalRow[]> =>
  selectProposals(db)
    .where('kind', '=', kind)
    .where('state', 'in', OPEN_STATES)
    .orderBy('proposals.id')
    .execute();

/** Open proposals that the user made or approved, locked in the order of their ids. */
export async function listOpenOfParty(db: Db, userId: bigint): Promise<ProposalRow[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('id')
    .where('state', 'in', OPEN_STATES)
    .where((is) => is.or([is('proposed_by', '=', userId), is('approved_by', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  return Promise.all(rows.map(({ id }) => getProposal(db, id)));
}

/** Proposals to apply now, and those that can no longer be approved. */
export async function listDue(db: Db, now: Date): Promise<bigint[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('id')
    .where((is) =>
      is.or([
        is.and([is('state', 'in', ['approved', 'cooling']), is('due_at', '<=', now)]),
        is.and([is('state', '=', 'proposed'), is('expires_at', '<=', now)]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** All proposals on these subjects, settled ones too, oldest first. */
export const listProposalsOn = (db: Db, subjects: readonly string[]): Promise<ProposalRow[]> =>
  selectProposals(db)
    .where((is) => is('subject', '=', is.fn.any(is.val(subjects))))
    .orderBy('proposals.id')
    .execute();

/** Proposals by id, in no order; those that do not exist are left out. */
export const findProposals = (db: Db, ids: readonly bigint[]): Promise<ProposalRow[]> =>
  selectProposals(db)
    .where((is) => is('proposals.id', '=', is.fn.any(is.val(ids))))
    .execute();

/** What a reader sees: proposals under these actions, and their own. */
export type Visible = { readonly actions: readonly string[]; readonly userId: bigint };

type Filter = {
  readonly visible: Visible;
  readonly states: readonly ProposalState[] | undefined;
  readonly kind: string | undefined;
  readonly subject: string | undefined;
  /** Only proposals with a smaller id. */
  readonly before: bigint | undefined;
};

export const listProposalRows = (
  db: Db,
  { visible, states, kind, subject, before }: Filter,
  limit: number,
): Promise<ProposalRow[]> =>
  selectProposals(db)
    .where((is) =>
      is.or([
        is('proposals.action', '=', is.fn.any(is.val([...visible.actions]))),
        is('proposed_by', '=', visible.userId),
      ]),
    )
    .$if(states !== undefined, (query) => query.where('state', 'in', states!))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .$if(before !== undefined, (query) => query.where('proposals.id', '<', before!))
    .orderBy('proposals.id', 'desc')
    .limit(limit)
    .execute();

/** What a proposal changes, as it is stored and shown: plain values, amounts and addresses in readable form. */
type Terms = { readonly [name: string]: string | number | boolean | null };

/** The payload of an event that is announced once a proposal is approved and its waiting time is over. */
export type Approved<T extends Terms = Terms> = { readonly proposalId: bigint; readonly terms: T };

/** The kinds of proposals: the events whose listener applies one. */
export type ProposalKind = {
  [Name in EventName]: EventPayloads[Name] extends Approved ? Name : never;
}[EventName];

export type TermsOf<Kind extends ProposalKind> = EventPayloads[Kind]['terms'];
