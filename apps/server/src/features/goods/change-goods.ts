import {
  formatMicro,
  MOST_CHANGED_GOODS,
  parseMicro,
  type Data,
  type FieldFault,
  type GoodsField,
  type Input,
} from '@portside/contract';
import { parsePercent } from '@portside/contract/wire/percent';
import { answerOnce } from '../../platform/answer-once.ts';
import { recordEntries, recordEntry } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts';
import { formatTiers, proposePrices, withPricesBefore } from './floor.ts';
import { findGoods, listGoodsRows, lockGoods, type GoodsRow } from './goods.sql.ts';
import {
  checkPlan,
  differences,
  digestOf,
  fieldOf,
  fieldsOf,
  findNewProblems,
  findProposed,
  nameOf,
  presentPlan,
  problemOf,
  readKnown,
  withFields,
  type ChangeLookups,
  type Fields,
  type Pair,
  type Plan,
} from './plan-changes.ts';
import { announcePrices, insertGoods, updateGoodsRows } from './write-goods.ts';

type Body = Input<'previewGoodsChange'>['body'];
type Done = Data<'changeGoods'>;

/**
 * What one change would do to several products: which of them change, and what last month's orders would have cost.
 * Refuses a call without products (missingParameters), or with more than one step changes (parameterError).
 */
export async function previewGoodsChange(
  ctx: Ctx,
  { body }: Input<'previewGoodsChange'>,
  lookups: ChangeLookups,
): Promise<Data<'previewGoodsChange'>> {
  const goods = await findGoods(ctx.db, await findChosen(ctx, body));
  return presentPlan(ctx, await planChange(ctx, body, goods, lookups), lookups);
}

type ChangeInput = Input<'changeGoods'> & { readonly idempotencyKey: string };

/**
 * Makes the change that a preview showed, of all products or of none. Repeated by its key, it answers the same. Refuses
 * one that would by now do something else (changedSince), and products that cannot be changed so, naming each
 * (parameterError).
 */
export const changeGoods = (
  ctx: Ctx,
  { body, idempotencyKey }: ChangeInput,
  lookups: ChangeLookups,
): Promise<Done> =>
  answerOnce(ctx, { key: idempotencyKey, request: ['changeGoods', body] }, async (step) => {
    const ids = await findChosen(step, body);
    await lockGoods(step.db, ids);
    const plan = await planChange(step, body, await findGoods(step.db, ids), lookups);
    return applyPlan(step, plan, body, lookups);
  });

/** The ids of the products that a call names, or that match its filter. */
async function findChosen({ db }: Ctx, { ids, filter }: Body): Promise<bigint[]> {
  if ((ids === undefined) === (filter === undefined)) refuse('missingParameters', 'ids or filter');
  if (ids !== undefined) return [...new Set(ids)].map(BigInt);
  const rows = await listGoodsRows(db, {
    categoryId: filter?.category === undefined ? undefined : BigInt(filter.category),
    isOnSale: filter?.on_sale,
    words: filter?.q,
  });
  if (rows.length > MOST_CHANGED_GOODS) refuseField('parameterError', 'filter', 'many', MOST_CHANGED_GOODS);
  return rows.map(({ id }) => id);
}

async function planChange(
  ctx: Ctx,
  { ids = [], change }: Body,
  goods: ReadonlyMap<bigint, GoodsRow>,
  lookups: ChangeLookups,
): Promise<Plan> {
  const known = await readKnown(ctx, lookups);
  const pairs = Array.from(goods.values(), (before) => ({ before, after: changed(before, change) }));
  const missing = [...new Set(ids)].filter((id) => !goods.has(BigInt(id)));
  return checkPlan(ctx, {
    matched: goods.size,
    pairs: pairs.toSorted((a, b) => (a.before.id < b.before.id ? -1 : 1)),
    created: [],
    problems: [
      ...missing.map((id) => ({
        goods_id: id,
        name: '',
        line: null,
        problem: 'unknown' as const,
        value: id,
      })),
      ...pairs.flatMap((pair) => {
        const fields = findNewProblems(pair, known);
        return fields.map((field) => problemOf(ctx, pair.before, field, fieldOf(pair.after, field)));
      }),
    ],
  });
}

function changed(before: GoodsRow, change: Body['change']): GoodsRow {
  const { price, price_percent: percent, price_decimals: decimals = 6, tiers } = change;
  const scaled = (micro: bigint): bigint =>
    percent === undefined ? micro : roundMicro(micro * BigInt(10_000 + basisPointsOf(percent)), decimals);
  const price_micro = scaled(price === undefined ? before.price_micro : parseMicro(price));
  const own = before.tiers.map((tier) => ({ ...tier, priceMicro: scaled(tier.priceMicro) }));
  const wanted = tiers?.map(({ min_quantity: minQuantity, discount_percent: discount }) => ({
    minQuantity,
    priceMicro: roundMicro(price_micro * BigInt(10_000 - basisPointsOf(discount)), decimals),
  }));
  const { on_sale, category_id, warranty_hours, visibility, level_ids, sort_order } = change;
  return withFields(
    {
      ...before,
      price_micro,
      tiers: change.without_tiers ? [] : (wanted?.toSorted((a, b) => a.minQuantity - b.minQuantity) ?? own),
    },
    {
      ...(on_sale !== undefined && { on_sale: String(on_sale) }),
      ...(category_id !== undefined && { category_id }),
      ...(warranty_hours !== undefined && { warranty_hours: String(warranty_hours) }),
      ...(visibility !== undefined && { visibility }),
      ...(level_ids !== undefined && { level_ids: level_ids.join(' ') }),
      ...(sort_order !== undefined && { sort_order: String(sort_order) }),
    },
  );
}

/** "-2.5" → -250. */
const basisPointsOf = (percent: string): number =>
  percent.startsWith('-') ? -parsePercent(percent.slice(1)) : parsePercent(percent);

/** Ten-thousandths of micro-USDT as micro-USDT of so many decimals, half up. */
function roundMicro(scaled: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(6 - decimals);
  const whole = unit * 10_000n;
  return ((scaled + whole / 2n) / whole) * unit;
}

type Confirmed = { readonly digest: string; readonly reason?: string | undefined };

/** Makes a plan of locked products, in the caller's transaction; one audit entry stands for all of it. Refuses as `changeGoods`. */
export async function applyPlan(
  step: Ctx,
  plan: Plan,
  { digest, reason }: Confirmed,
  lookups: ChangeLookups,
): Promise<Done> {
  refuseProblems(plan);
  if (digest !== digestOf(plan)) refuse('changedSince', 'not what the preview showed');
  return writePlan(step, plan, { reason }, lookups);
}

function refuseProblems({ problems }: Plan): void {
  if (problems.length === 0) return;
  const faults = problems.slice(0, 20).map(({ goods_id: id, line, problem, name, value }): FieldFault => ({
    field: line === null ? `goods.${id}.${problem}` : `lines.${line}.${problem}`,
    fault: problem === 'unknown' ? 'unknown' : 'wrong',
    value: [name, value].filter(Boolean).join(': '),
  }));
  throw new Refusal('parameterError', `${problems.length} products`, faults);
}

type Written = { readonly reason?: string | undefined; readonly undoes?: bigint };

async function writePlan(
  step: Ctx,
  plan: Plan,
  { reason, undoes }: Written,
  { holdLevels }: ChangeLookups,
): Promise<Done> {
  const { db, clock } = step;
  const proposed = findProposed(plan);
  const waiting = new Set(proposed);
  const direct = plan.pairs
    .map((pair) => (waiting.has(pair) ? { ...pair, after: withPricesBefore(pair.before, pair.after) } : pair))
    .filter((pair) => differences(pair).length > 0);
  const levels = [...new Set(direct.flatMap(({ after }) => after.level_ids))];
  if ((await holdLevels(db, levels)).length < levels.length) refuse('notFound', 'level');
  await updateGoodsRows(db, direct, clock.now());
  const created: GoodsRow[] = [];
  for (const { on_sale: isOnSale, ...goods } of plan.created)
    created.push(await insertGoods(db, goods, { isOnSale, now: clock.now() }));
  for (const { before, after } of direct) await announcePrices(step, before, after);
  for (const { before, after } of proposed) await proposePrices(step, before, after, reason);
  const isNothing = direct.length + created.length === 0;
  const auditId = isNothing ? null : await auditChange(step, direct, created, undoes);
  return {
    changed: direct.length,
    created: created.length,
    proposed: proposed.length,
    audit_id: auditId === null ? null : String(auditId),
  };
}

/**
 * An entry for each product, by which it is found: of what differs, of a new one what it was created with. Of several,
 * a last entry names the others. Returns the id of the one that stands for all.
 */
async function auditChange(
  step: Ctx,
  pairs: readonly Pair[],
  created: readonly GoodsRow[],
  undoes: bigint | undefined,
): Promise<bigint> {
  const sideOf = (pair: Pair, side: keyof Pair): Fields =>
    Object.fromEntries(differences(pair).map((field) => [field, fieldOf(pair[side], field)]));
  const why = undoes === undefined ? {} : { undoes: String(undoes) };
  const products = [
    ...pairs.map((pair) => ({
      subject: `goods:${pair.before.id}`,
      before: sideOf(pair, 'before'),
      after: sideOf(pair, 'after'),
    })),
    ...created.map((row) => ({
      subject: `goods:${row.id}`,
      before: null,
      after: { created: nameOf(step, row), ...fieldsOf(row) },
    })),
  ];
  const ids = await recordEntries(
    step,
    products.map(({ subject, before, after }) => ({
      action: 'goods.change',
      subject,
      before: before && { [subject]: before },
      after: { [subject]: after, ...(products.length === 1 && why) },
    })),
  );
  if (ids.length === 1) return ids[0]!;
  const { length: changed } = pairs;
  return recordEntry(step, {
    action: 'goods.change',
    subject: 'goods',
    after: { changed, created: created.length, first_entry: ids[0]!, last_entry: ids.at(-1)!, ...why },
  });
}

/**
 * Reverses what an entry of the audit log says was changed: of a step, of a sale, or the prices of a form. Repeated, it
 * changes nothing. Refuses an entry of something else (notFound), and one of which anything was changed since, naming
 * product, field and its value now (changedSince). New products stay.
 */
export const undoGoodsChange = (
  ctx: Ctx,
  { params }: Input<'undoGoodsChange'>,
  lookups: ChangeLookups,
): Promise<Done> =>
  inTransaction(ctx, async (step) => {
    const id = BigInt(params.id);
    const changes = await readEntry(step.db, id);
    await lockGoods(step.db, [...changes.keys()]);
    const goods = await findGoods(step.db, [...changes.keys()]);
    const known = await readKnown(step, lookups);
    const faults: FieldFault[] = [];
    const pairs: Pair[] = [];
    for (const [goodsId, { before, after }] of changes) {
      const row = goods.get(goodsId);
      if (!row) continue;
      const now = (field: string): string => fieldOf(row, field as GoodsField);
      if (Object.entries(before).every(([field, text]) => now(field) === text)) continue;
      for (const [field, text] of Object.entries(after))
        if (now(field) !== text)
          faults.push({
            field: `goods.${goodsId}.${field}`,
            fault: 'wrong',
            value: `${nameOf(step, row)}: ${now(field)}`,
          });
      pairs.push({ before: row, after: withFields(row, before) });
    }
    if (faults.length > 0) throw new Refusal('changedSince', `${faults.length} fields`, faults.slice(0, 20));
    const plan = await checkPlan(step, {
      matched: pairs.length,
      pairs,
      created: [],
      problems: pairs.flatMap((pair) => {
        const fields = findNewProblems(pair, known);
        return fields.map((field) => problemOf(step, pair.before, field, ''));
      }),
    });
    refuseProblems(plan);
    return writePlan(step, plan, { reason: `Undo of entry ${id}`, undoes: id }, lookups);
  });

type Recorded = { readonly before: Fields; readonly after: Fields };

type Facts = Readonly<Record<string, unknown>>;
/** What an entry of a form has of prices, in micro-USDT. */
type FormFacts = {
  readonly price_micro: string;
  readonly tiers: readonly { readonly minQuantity: number; readonly priceMicro: string }[];
  readonly floor_micro?: string | null;
};

/** What an entry has of products, by their ids. */
async function readEntry(db: Db, id: bigint): Promise<ReadonlyMap<bigint, Recorded>> {
  const entry =
    (await db
      .selectFrom('audit_entries')
      .select(['action', 'subject', 'before', 'after'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? refuse('notFound', 'entry');
  const [before, after] = factsOf(entry);
  if (entry.action === 'goods.change') {
    const { first_entry: first, last_entry: last } = after as Partial<Record<string, string>>;
    if (first === undefined) return changesIn(entry);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('id', '>=', BigInt(first))
      .where('id', '<=', BigInt(last!))
      .execute();
    return new Map(entries.flatMap((one) => [...changesIn(one)]));
  }
  if (entry.action === 'goods.onSale') {
    const { changed: ids, isOnSale } = after as { readonly changed: string[]; readonly isOnSale: boolean };
    const sale = { before: { on_sale: String(!isOnSale) }, after: { on_sale: String(isOnSale) } };
    return new Map(ids.map((one) => [BigInt(one), sale]));
  }
  if (entry.action !== 'goods.update') return refuse('notFound', 'not a change of products');
  const goodsId = BigInt(entry.subject.slice('goods:'.length));
  return new Map([
    [
      goodsId,
      changedPrices(pricesIn(before as unknown as FormFacts), pricesIn(after as unknown as FormFacts)),
    ],
  ]);
}

type Entry = { readonly before: unknown; readonly after: unknown };

const factsOf = ({ before, after }: Entry): [before: Facts, after: Facts] => [
  (before ?? {}) as Facts,
  (after ?? {}) as Facts,
];

/** Of one product or, as entries were once, of several. */
function changesIn(entry: Entry): Map<bigint, Recorded> {
  const [before, after] = factsOf(entry);
  return new Map(
    Object.entries(before).map(([subject, fields]) => [
      BigInt(subject.slice('goods:'.length)),
      { before: fields as Fields, after: after[subject] as Fields },
    ]),
  );
}

const pricesIn = ({ price_micro: price, tiers, floor_micro: floor }: FormFacts): Fields => ({
  price: formatMicro(BigInt(price)),
  price_tiers: formatTiers({
    tiers: tiers.map((tier) => ({ ...tier, priceMicro: BigInt(tier.priceMicro) })),
  }),
  floor: floor === null || floor === undefined ? '' : formatMicro(BigInt(floor)),
});

function changedPrices(before: Fields, after: Fields): Recorded {
  const names = (Object.keys(before) as GoodsField[]).filter((name) => before[name] !== after[name]);
  const pick = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: pick(before), after: pick(after) };
}
