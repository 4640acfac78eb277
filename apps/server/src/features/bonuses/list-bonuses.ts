import { formatMicro, type Bonus, type BonusTier, type Data, type Input } from '@portside/contract';
import type { BonusTier as TierMicro } from '@portside/contract/wire/bonus';
import { formatPercent } from '@portside/contract/wire/percent';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { listLevels } from '../prices/index.ts';
import { isOfferedAt, listBonusRows, listTiersFor, listTiersOf, type BonusRow } from './bonuses.sql.ts';

/** What the caller's payments of this moment would earn, by amount. */
export async function listOwnBonuses({ db, actor, clock }: Ctx): Promise<Data<'listOwnBonuses'>> {
  const { userId } = requireUser(actor);
  const now = clock.now();
  const tiers = (await listTiersFor(db, userId)).filter((tier) => isOfferedAt(tier, now));
  const items = tiers.map((tier) => ({ ...presentTier(tier), ends_at: tier.endsAt?.toISOString() ?? null }));
  return { items, next_cursor: null, total: items.length };
}

/** Bonuses, newest first, with what each has given, and the levels that one may be for. */
export async function listBonuses(ctx: Ctx, { query }: Input<'listBonuses'>): Promise<Data<'listBonuses'>> {
  const { db } = ctx;
  const page = { before: readIdCursor(query.cursor), limit: query.limit + 1 };
  const { shown, nextCursor } = cutPage(await listBonusRows(db, page), query.limit);
  const tiers = await listTiersOf(
    db,
    shown.map(({ id }) => id),
  );
  const items = shown.map((row) => presentBonus(row, tiers.get(row.id) ?? []));
  const levels = (await listLevels(ctx)).map(({ id, name }) => ({ id: id.toString(), name }));
  return { items, next_cursor: nextCursor, total: null, levels };
}

/** One bonus. Refuses an unknown one (notFound). */
export async function getBonus({ db }: Ctx, id: bigint): Promise<Bonus> {
  const [row] = await listBonusRows(db, { id, limit: 1 });
  if (!row) return refuse('notFound');
  return presentBonus(row, (await listTiersOf(db, [id])).get(id) ?? []);
}

const presentBonus = (row: BonusRow, tiers: readonly TierMicro[]): Bonus => ({
  id: row.id.toString(),
  name: row.name,
  tiers: tiers.map(presentTier),
  levels: row.level_ids.map(String),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  is_on: row.is_on,
  payments: row.payments,
  given: formatMicro(row.given_micro),
  created_at: row.created_at.toISOString(),
});

const presentTier = ({ fromMicro, basisPoints, amountMicro }: TierMicro): BonusTier => ({
  from: formatMicro(fromMicro),
  percent: basisPoints === null ? null : formatPercent(basisPoints),
  amount: amountMicro === null ? null : formatMicro(amountMicro),
});
