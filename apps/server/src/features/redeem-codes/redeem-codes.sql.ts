import { sql, type Generated, type Selectable } from 'kysely';
import type { Decision } from '@portside/contract';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { findDecisions } from '../approvals/index.ts';
import type { AccountMovement } from '../ledger/index.ts';

type RedeemBatchesTable = {
  id: Generated<bigint>;
  note: string;
  /** Of each code. */
  value_micro: bigint;
  codes: number;
  starts_at: Date;
  ends_at: Date | null;
  created_by: bigint;
  created_at: Date;
  idempotency_key: string;
  proposal_id: bigint | null;
  /** Whether its creator made it alone, within their limit. */
  is_alone: Generated<boolean>;
  /** Null until it may be made. */
  approved_at: Date | null;
  /** Null until its codes are made. */
  issued_at: Date | null;
  voided_at: Date | null;
};

type RedeemCodesTable = {
  id: Generated<bigint>;
  batch_id: bigint;
  code_hash: Buffer;
  used_by: bigint | null;
  used_at: Date | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    redeem_batches: RedeemBatchesTable;
    redeem_codes: RedeemCodesTable;
  }
}

/** The only trace of a code, given without separators: whoever reads the database cannot redeem it. */
export const hashRedeemCode = (keyring: Keyring, code: string): Buffer => keyring.derive('redeem code', code);

export type RedeemBatchRow = Selectable<RedeemBatchesTable> & {
  readonly creator: string;
  /** Of its proposal. */
  readonly proposal_state: string | null;
  readonly used: number;
};

type Filter = { readonly id?: bigint; readonly before?: bigint | undefined };

/** Newest first. */
export async function listBatchRows(
  db: Db,
  { id, before }: Filter,
  limit: number,
): Promise<RedeemBatchRow[]> {
  const { rows } = await sql<RedeemBatchRow>`
    select b.*, creator.username as creator, p.state as proposal_state,
      (select count(*)::int from redeem_codes where batch_id = b.id and used_by is not null) as used
    from redeem_batches b
    join users creator on creator.id = b.created_by
    left join proposals p on p.id = b.proposal_id
    where (${id ?? null}::bigint is null or b.id = ${id ?? null})
      and (${before ?? null}::bigint is null or b.id < ${before ?? null})
    order by b.id desc limit ${limit}`.execute(db);
  return rows;
}

const BATCHES_LOCK = 7_030;

/** Serialises what makes batches worth something until the transaction ends, so that each counts the ones before it. */
export async function lockRedeemBatches(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BATCHES_LOCK})`.execute(db);
}

/**
 * What the batches made since then are worth, in micro-USDT: all, or those that an admin made alone. Of void ones, what
 * was redeemed.
 */
export async function sumMade(db: Db, since: Date, aloneBy: bigint | null = null): Promise<bigint> {
  const { rows } = await sql<{ micro: bigint }>`
    select coalesce(sum(value_micro * case when voided_at is null then codes
      else (select count(*) from redeem_codes where batch_id = b.id and used_by is not null) end), 0)::bigint as micro
    from redeem_batches b
    where approved_at > ${since}
      and (${aloneBy}::bigint is null or (is_alone and created_by = ${aloneBy}))`.execute(db);
  return rows[0]!.micro;
}

/** Batches by their notes. */
export const nameRedeemBatches: NameById = async ({ db }, ids) =>
  mapNames(
    await db.selectFrom('redeem_batches').select(['id', 'note as name']).where('id', 'in', ids).execute(),
  );

/** Who proposed and approved the batch of each redeemed code, by movement id. The movement refers to the code. */
export async function findRedemptionDecisions(
  ctx: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const redeemed = movements.filter(({ kind }) => kind === 'redemption');
  if (redeemed.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('redeem_codes')
    .innerJoin('redeem_batches', 'redeem_batches.id', 'batch_id')
    .select(['redeem_codes.id', 'proposal_id'])
    .where(
      'redeem_codes.id',
      'in',
      redeemed.map(({ reference }) => reference),
    )
    .execute();
  const proposalOf = new Map(rows.map(({ id, proposal_id: proposal }) => [id, proposal]));
  return findDecisions(
    ctx,
    new Map(
      redeemed.flatMap(({ id, reference }) => {
        const proposal = proposalOf.get(reference);
        return proposal ? [[id, proposal]] : [];
      }),
    ),
  );
}
