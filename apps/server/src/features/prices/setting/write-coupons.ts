import { randomInt } from 'node:crypto';
import { formatMicro, parseMicro, type Coupon, type Data, type Input } from '@portside/contract';
import { formatPercent, parsePercent } from '@portside/contract/wire/percent';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldColumns, sendList, type Columns } from '../../../platform/http/send-list.ts';
import { cutPage, readIdCursor } from '../../../platform/lists/by-id.ts';
import { prefixPattern } from '../../../platform/lists/pages.ts';
import { refuse, refuseField, refuseValue } from '../../../platform/refusal.ts';
import { resolvePeriod } from '../../settings/index.ts';
import { foldName } from '../../users/index.ts';
import type { CouponRow } from '../coupons.ts';
import { priceStateOf } from './price-lists.ts';

/** Coupons with their uses, newest first. */
export async function listCoupons(ctx: Ctx, { query }: Input<'listCoupons'>): Promise<Data<'listCoupons'>> {
  const before = readIdCursor(query.cursor);
  const { from, to } = await resolvePeriod(ctx.db, query);
  const conditions = [
    before !== undefined && sql<boolean>`id < ${before}`,
    query.q &&
      sql<boolean>`(code like ${prefixPattern(query.q.toUpperCase())} or note ilike ${prefixPattern(query.q)})`,
    query.state && sql<boolean>`is_on = ${query.state === 'on'}`,
    from && sql<boolean>`created_at >= ${from}`,
    to && sql<boolean>`created_at <= ${to}`,
  ].filter((one) => typeof one === 'object');
  const { rows } = await sql<CouponRow>`
    select * from coupons where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by id desc limit ${query.limit + 1}`.execute(ctx.db);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const names = await nameBuyers(ctx.db, shown);
  return {
    items: shown.map((row) => presentCoupon(row, names, ctx.clock.now())),
    next_cursor: nextCursor,
    total: null,
  };
}

const COLUMNS: Columns<Coupon> = {
  ...fieldColumns<Coupon>('code', 'note', 'state', 'kind', { number: 'percent' }, { number: 'amount' }),
  ...fieldColumns<Coupon>({ number: 'min_total' }, { number: 'max_discount' }),
  ...fieldColumns<Coupon>({ number: 'uses' }, { number: 'max_uses' }, { number: 'per_buyer' }),
  ...fieldColumns<Coupon>('first_order', 'combinable', 'starts_at', 'ends_at', 'created_at', 'id'),
};

/** Filtered coupons with their codes as a file, newest first. */
export const exportCoupons = (
  ctx: Ctx,
  { query }: Input<'exportCoupons'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'coupons',
    action: 'coupon.export',
    subject: 'coupon',
    query,
    columns: COLUMNS,
    readPage: (part) => listCoupons(ctx, { query: { ...query, ...part } }),
  });

/** Without I, L, O, 0 and 1: codes are read aloud and typed by hand. 31¹⁰ ≈ 10¹⁵ codes. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 10;

/**
 * Makes a coupon with a code of one's own, or up to a thousand with random codes and the same rules. Refuses a code that
 * exists (dataExists), one of one's own for several coupons (parameterError), rules that contradict each other (parameterError), and users, levels, products and categories that
 * do not exist, naming the first (parameterError).
 */
export async function createCoupons(
  ctx: Ctx,
  { body }: Input<'createCoupons'>,
): Promise<Data<'createCoupons'>> {
  return inTransaction(ctx, async (step) => {
    const rules = await parseCoupon(step, body);
    const codes = body.code === undefined ? newCodes(body.count, body.prefix) : [body.code];
    const ids = await insertCoupons(step.db, codes, rules);
    // Codes are worth money: the log names one of one's own, and of made ones how many there are.
    const after = { ...factsOf(rules), codes: body.code ?? codes.length, first: ids.at(0)!.toString() };
    const subject = ids.length === 1 ? `coupon:${ids[0]}` : 'coupon';
    await recordAudit(step, { action: 'coupon.create', subject, after });
    return { created_at: rules.created_at.toISOString(), count: ids.length };
  });
}

function newCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>();
  while (codes.size < count)
    codes.add(prefix + Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''));
  return [...codes];
}

type CouponInput = Input<'createCoupons'>['body'];
type CouponRules = Omit<CouponRow, 'id' | 'code' | 'uses'>;

/** What a coupon takes off, and for whom. Refuses as `createCoupons` does. */
export async function parseCoupon({ db, clock }: Ctx, input: CouponInput): Promise<CouponRules> {
  const now = clock.now();
  const { kind, percent, amount, max_discount: most } = input;
  if (kind === 'percent' && percent === undefined) refuseField('missingParameters', 'percent', 'missing');
  if (kind === 'fixed' && amount === undefined) refuseField('missingParameters', 'amount', 'missing');
  if (input.code !== undefined && input.count > 1) refuseField('parameterError', 'count', 'large', 1);
  // Left out silently, a ceiling would be none, and another discount than the one that was meant.
  const others = kind === 'percent' ? { amount } : { percent, max_discount: most };
  for (const [field, value] of Object.entries(others))
    if (value !== undefined) refuseField('parameterError', field, 'wrong');
  const starts_at = input.starts_at === undefined ? now : new Date(input.starts_at);
  const ends_at = input.ends_at === undefined ? null : new Date(input.ends_at);
  if (ends_at !== null && (ends_at <= starts_at || ends_at <= now))
    refuseField('parameterError', 'ends_at', 'wrong');
  const { per_buyer = null, max_uses = null, first_order, combinable, note } = input;
  if (per_buyer !== null && max_uses !== null && per_buyer > max_uses)
    refuseField('parameterError', 'per_buyer', 'large', max_uses);
  return {
    note,
    kind,
    basis_points: kind === 'percent' ? parsePercent(percent!) : null,
    amount_micro: kind === 'fixed' ? parseMicro(amount!) : null,
    min_total_micro: parseMicro(input.min_total),
    max_discount_micro: most === undefined ? null : parseMicro(most),
    goods_ids: await requireIds(db, 'goods', 'goods_ids', input.goods_ids),
    category_ids: await requireIds(db, 'categories', 'category_ids', input.category_ids),
    level_ids: await requireIds(db, 'buyer_levels', 'level_ids', input.level_ids),
    user_ids: await findBuyers(db, input.usernames),
    first_order,
    per_buyer,
    max_uses,
    combinable,
    starts_at,
    ends_at,
    is_on: true,
    created_at: now,
  };
}

/** Refuses an id that does not exist (parameterError); none can be deleted until the transaction ends. */
async function requireIds(
  db: Db,
  table: 'goods' | 'categories' | 'buyer_levels',
  field: string,
  ids: readonly string[],
): Promise<bigint[]> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)} where id = any(${idArray(wanted.map(BigInt))}::bigint[])
    order by id for key share`.execute(db);
  const known = new Set(rows.map(({ id }) => id.toString()));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) refuseValue('parameterError', field, 'unknown', unknown);
  return wanted.map(BigInt);
}

/** Refuses a name that no user has (parameterError). */
async function findBuyers(db: Db, names: readonly string[]): Promise<bigint[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: bigint; username_key: string }>`
    select id, username_key from users
    where username_key = any(${textArray(names.map(foldName))}::text[])`.execute(db);
  const ids = new Map(rows.map(({ id, username_key: key }) => [key, id]));
  const unknown = names.find((name) => !ids.has(foldName(name)));
  if (unknown !== undefined) refuseValue('parameterError', 'usernames', 'unknown', unknown);
  return [...ids.values()];
}

async function insertCoupons(db: Db, codes: readonly string[], rules: CouponRules): Promise<bigint[]> {
  const rows = await db
    .insertInto('coupons')
    .values(codes.map((code) => ({ ...rules, code })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .execute();
  if (rows.length < codes.length) refuseField('dataExists', 'code', 'twice');
  return rows.map(({ id }) => id);
}

/**
 * Switches coupons on or off: all of them, or none if one does not exist (notFound). One that is off keeps its uses.
 */
export async function setCouponsOn(ctx: Ctx, { body }: Input<'setCouponsOn'>): Promise<Data<'setCouponsOn'>> {
  return inTransaction(ctx, async (step) => {
    const ids = [...new Set(body.ids)].map(BigInt);
    const { rows } = await sql<{ id: bigint; is_on: boolean }>`
      select id, is_on from coupons where id = any(${idArray(ids)}::bigint[])
      order by id for no key update`.execute(step.db);
    if (rows.length < ids.length) refuse('notFound', 'coupon');
    const changed = rows.filter(({ is_on: isOn }) => isOn !== body.is_on).map(({ id }) => id);
    await sql`
      update coupons set is_on = ${body.is_on} where id = any(${idArray(changed)}::bigint[])`.execute(
      step.db,
    );
    await recordAudit(step, {
      action: 'coupon.switch',
      subject: ids.length === 1 ? `coupon:${ids[0]}` : 'coupon',
      before: { isOn: !body.is_on, changed },
      after: { isOn: body.is_on, changed },
    });
    return { changed: changed.length };
  });
}

const factsOf = ({ basis_points: points, ...rules }: CouponRules) => ({
  ...rules,
  percent: points === null ? null : formatPercent(points),
});

/** The usernames of the buyers that coupons name. */
async function nameBuyers(db: Db, rows: readonly CouponRow[]): Promise<Map<bigint, string>> {
  const ids = [...new Set(rows.flatMap(({ user_ids: own }) => own))];
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<boolean>`id = any(${idArray(ids)}::bigint[])`)
    .execute();
  return new Map(users.map(({ id, username }) => [id, username]));
}

const usdt = (micro: bigint | null): string | null => (micro === null ? null : formatMicro(micro));

const presentCoupon = (row: CouponRow, names: ReadonlyMap<bigint, string>, now: Date): Coupon => ({
  id: row.id.toString(),
  code: row.code,
  note: row.note,
  kind: row.kind,
  percent: row.basis_points === null ? null : formatPercent(row.basis_points),
  amount: usdt(row.amount_micro),
  min_total: formatMicro(row.min_total_micro),
  max_discount: usdt(row.max_discount_micro),
  goods_ids: row.goods_ids.map(String),
  category_ids: row.category_ids.map(String),
  level_ids: row.level_ids.map(String),
  usernames: row.user_ids.map((id) => names.get(id) ?? id.toString()),
  first_order: row.first_order,
  per_buyer: row.per_buyer,
  max_uses: row.max_uses,
  uses: row.uses,
  combinable: row.combinable,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  is_on: row.is_on,
  state: row.is_on && row.max_uses !== null && row.uses >= row.max_uses ? 'used' : priceStateOf(row, now),
  created_at: row.created_at.toISOString(),
});
