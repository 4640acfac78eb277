import type { BonusTier } from '@portside/contract/wire/bonus';
import { sql, type Generated } from 'kysely';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

type BonusesTable = {
  id: Generated<bigint>;
  name: string;
  /** Who gets it; empty for everybody. */
  level_ids: bigint[];
  starts_at: Date;
  ends_at: Date | null;
  is_on: boolean;
  created_at: Date;
};

/** Either a part of the payment or an amount. */
type BonusTiersTable = {
  bonus_id: bigint;
  from_micro: bigint;
  basis_points: number | null;
  amount_micro: bigint | null;
};

/** What a deposit earned; it stays when the deposit is reversed. */
type DepositBonusesTable = {
  deposit_id: bigint;
  bonus_id: bigint;
  user_id: bigint;
  /** Who had brought the user, 0 for nobody. */
  agent_id: bigint;
  amount_micro: bigint;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    bonuses: BonusesTable;
    bonus_tiers: BonusTiersTable;
    deposit_bonuses: DepositBonusesTable;
  }
}

type OfferedTier = BonusTier & {
  readonly bonusId: bigint;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
};

/** The tiers that are open to a user by their level, whenever they count; by the amount that they begin at. */
export async function listTiersFor(db: Db, userId: bigint): Promise<OfferedTier[]> {
  const { rows } = await sql<OfferedTier>`
    select b.id as "bonusId", b.starts_at as "startsAt", b.ends_at as "endsAt", t.from_micro as "fromMicro",
      t.basis_points as "basisPoints", t.amount_micro as "amountMicro"
    from bonuses b join bonus_tiers t on t.bonus_id = b.id
    where b.is_on and (b.level_ids = '{}'
      or exists (select from users where id = ${userId} and level_id = any(b.level_ids)))
    order by t.from_micro, b.id`.execute(db);
  return rows;
}

/** Whether the tier counts for what a chain had at that moment. */
export const isOfferedAt = ({ startsAt, endsAt }: OfferedTier, moment: Date): boolean =>
  startsAt <= moment && (endsAt === null || moment < endsAt);

export type BonusRow = {
  readonly id: bigint;
  readonly name: string;
  readonly level_ids: readonly bigint[];
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly is_on: boolean;
  readonly created_at: Date;
  /** Of the deposits that earned it and were not reversed. */
  readonly payments: number;
  readonly given_micro: bigint;
};

type Page = { readonly id?: bigint; readonly before?: bigint | undefined; readonly limit: number };

/** Newest first. */
export async function listBonusRows(db: Db, { id, before, limit }: Page): Promise<BonusRow[]> {
  const { rows } = await sql<BonusRow>`
    select b.id, b.name, b.level_ids, b.starts_at, b.ends_at, b.is_on, b.created_at,
      payments, given_micro
    from bonuses b
    cross join lateral (
      select count(*)::int as payments, coalesce(sum(earned.amount_micro), 0)::bigint as given_micro
      from deposit_bonuses earned join deposits d on d.id = earned.deposit_id and d.state = 'credited'
      where earned.bonus_id = b.id) given
    where (${id ?? null}::bigint is null or b.id = ${id ?? null})
      and (${before ?? null}::bigint is null or b.id < ${before ?? null})
    order by b.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The tiers of bonuses, by the bonus and then by the amount that they begin at. */
export async function listTiersOf(
  db: Db,
  bonusIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly BonusTier[]>> {
  const { rows } = await sql<BonusTier & { bonusId: bigint }>`
    select bonus_id as "bonusId", from_micro as "fromMicro", basis_points as "basisPoints", amount_micro as "amountMicro"
    from bonus_tiers where bonus_id = any(${idArray(bonusIds)}::bigint[])
    order by bonus_id, from_micro`.execute(db);
  return Map.groupBy(rows, ({ bonusId }) => bonusId);
}

/** Replaces the tiers of a bonus. */
export async function replaceTiers(db: Db, bonusId: bigint, tiers: readonly BonusTier[]): Promise<void> {
  await db.deleteFrom('bonus_tiers').where('bonus_id', '=', bonusId).execute();
  await db
    .insertInto('bonus_tiers')
    .values(
      tiers.map(({ fromMicro, basisPoints, amountMicro }) => ({
        bonus_id: bonusId,
        from_micro: fromMicro,
        basis_points: basisPoints,
        amount_micro: amountMicro,
      })),
    )
    .execute();
}

/** Bonuses by their names. */
export const nameBonuses: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('bonuses').select(['id', 'name']).where('id', 'in', ids).execute());
