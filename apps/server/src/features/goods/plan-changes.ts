import { createHash } from 'node:crypto';
import {
  formatMicro,
  GOODS_FIELDS,
  parseMicro,
  textIn,
  type GoodsField,
  type GoodsPreview,
  type GoodsProblem,
  type PriceEffect,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { readSetting } from '../settings/index.ts';
import {
  findDearer,
  formatTiers,
  hasOpenPrices,
  ladderOf,
  mayProposePrices,
  needsConsent,
  parseTiers,
  withPricesBefore,
} from './floor.ts';
import { listCategoryRows, type GoodsRow } from './goods.sql.ts';
import type { LevelLookups } from './selling-rules.ts';
import type { NewGoods } from './write-goods.ts';

/** A product before and after a change. */
export type Pair = { readonly before: GoodsRow; readonly after: GoodsRow };

/** What a change of prices would do to the sales of the last 30 days; the feature above knows the buyers. */
export type EffectLookups = {
  effectOf(ctx: Ctx, changes: readonly Pair[]): Promise<PriceEffect>;
};
export type ChangeLookups = EffectLookups & LevelLookups;

export type Problem = GoodsPreview['problems'][number];

/** A change of several products, not made yet. Pairs of which nothing differs are left out. */
export type Plan = {
  readonly matched: number;
  readonly pairs: readonly Pair[];
  readonly created: readonly (NewGoods & { readonly on_sale: boolean })[];
  readonly problems: readonly Problem[];
};

/** The fields of products as texts: in files, in the audit log and where changes are compared. */
export type Fields = Partial<Record<GoodsField, string>>;

type Field = {
  readonly read: (row: GoodsRow) => string;
  readonly write: (text: string) => Partial<GoodsRow>;
};

const FIELDS: Readonly<Record<GoodsField, Field>> = {
  price: {
    read: (row) => formatMicro(row.price_micro),
    write: (text) => ({ price_micro: parseMicro(text) }),
  },
  price_tiers: { read: formatTiers, write: (text) => ({ tiers: parseTiers(text) }) },
  floor: {
    read: ({ floor_micro: floor }) => (floor === null ? '' : formatMicro(floor)),
    write: (text) => ({ floor_micro: text === '' ? null : parseMicro(text) }),
  },
  category_id: {
    read: (row) => String(row.category_id),
    write: (text) => ({ category_id: BigInt(text) }),
  },
  on_sale: { read: (row) => String(row.on_sale), write: (text) => ({ on_sale: text === 'true' }) },
  visibility: {
    read: (row) => row.visibility,
    write: (text) => ({ visibility: text as GoodsRow['visibility'] }),
  },
  level_ids: {
    read: (row) => row.level_ids.join(' '),
    write: (text) => ({ level_ids: text === '' ? [] : text.split(' ').map(BigInt) }),
  },
  min_quantity: {
    read: (row) => String(row.min_quantity),
    write: (text) => ({ min_quantity: Number(text) }),
  },
  max_quantity: {
    read: (row) => String(row.max_quantity),
    write: (text) => ({ max_quantity: Number(text) }),
  },
  warranty_hours: {
    read: (row) => String(row.warranty_hours),
    write: (text) => ({ warranty_hours: Number(text) }),
  },
  sort_order: { read: (row) => String(row.sort), write: (text) => ({ sort: Number(text) }) },
};

export const fieldOf = (row: GoodsRow, field: GoodsField): string => FIELDS[field].read(row);

/** All that is not empty. */
export const fieldsOf = (row: GoodsRow): Fields =>
  Object.fromEntries(
    GOODS_FIELDS.flatMap((field) => (fieldOf(row, field) === '' ? [] : [[field, fieldOf(row, field)]])),
  );

/** The product with these fields instead. With another visibility it has no levels, unless others are asked for. */
export function withFields(row: GoodsRow, fields: Fields): GoodsRow {
  const parts = Object.entries(fields).map(([field, text]) => FIELDS[field as GoodsField].write(text));
  const changed: GoodsRow = Object.assign({}, row, ...parts);
  const isAsked = fieldOf(changed, 'level_ids') !== fieldOf(row, 'level_ids');
  return changed.visibility === 'levels' || isAsked ? changed : { ...changed, level_ids: [] };
}

/** The fields that differ. */
export const differences = ({ before, after }: Pair): GoodsField[] =>
  GOODS_FIELDS.filter((field) => fieldOf(before, field) !== fieldOf(after, field));

const pricesDiffer = (pair: Pair): boolean =>
  differences(pair).some((field) => field === 'price' || field === 'price_tiers' || field === 'floor');

export const nameOf = ({ language }: Ctx, row: Pick<GoodsRow, 'name'>): string => textIn(row.name, language);

export type Known = {
  readonly mostHours: number;
  readonly categories: ReadonlySet<bigint>;
  readonly levels: ReadonlySet<bigint>;
};

/** What a product's fields may refer to. */
export async function readKnown(ctx: Ctx, { listLevels }: LevelLookups): Promise<Known> {
  const [days, categories, levels] = [
    await readSetting(ctx.db, 'retentionDays'),
    await listCategoryRows(ctx.db),
    await listLevels(ctx),
  ];
  return {
    // Account data that is erased can no longer be checked.
    mostHours: days * 24,
    categories: new Set(categories.map(({ id }) => id)),
    levels: new Set(levels.map(({ id }) => id)),
  };
}

const LARGEST_ORDER = 10_000;
const isQuantity = (value: number): boolean => value >= 1 && value <= LARGEST_ORDER;

/** The fields of a product that contradict others or name what there is not. */
export function findProblems(row: GoodsRow, known: Known): GoodsField[] {
  const { min_quantity: least, max_quantity: most, tiers, level_ids: levels } = row;
  const mostOfBuyer = Math.min(most, row.most_per_buyer ?? Infinity, row.most_per_day ?? Infinity);
  const starts = new Set(tiers.map((tier) => tier.minQuantity));
  const isWrong: Partial<Record<GoodsField, boolean>> = {
    price: row.price_micro <= 0n,
    price_tiers:
      starts.size < tiers.length ||
      tiers.length > MOST_TIERS ||
      tiers.some((tier) => tier.priceMicro <= 0n) ||
      !areTiersWithin(row),
    category_id: !known.categories.has(row.category_id),
    level_ids:
      (row.visibility === 'levels') !== levels.length > 0 || levels.some((id) => !known.levels.has(id)),
    min_quantity: !isQuantity(least) || least > mostOfBuyer,
    max_quantity: !isQuantity(most),
    warranty_hours: row.warranty_hours > known.mostHours,
  };
  return GOODS_FIELDS.filter((field) => isWrong[field]);
}

/** As the form has it. */
const MOST_TIERS = 20;

/** Fields that a fault depends on besides its own. */
const DEPENDS_ON: Partial<Record<GoodsField, readonly GoodsField[]>> = {
  price_tiers: ['min_quantity', 'max_quantity'],
  level_ids: ['visibility'],
  min_quantity: ['max_quantity'],
};

const areTiersWithin = ({ tiers, min_quantity: least, max_quantity: most }: GoodsRow): boolean =>
  tiers.every((tier) => tier.minQuantity > least && tier.minQuantity <= most);

/** The same of what a change makes wrong: a product may have been wrong before, such as by a setting that is lower now. */
export function findNewProblems(pair: Pair, known: Known): GoodsField[] {
  const changed = new Set(differences(pair));
  const former = new Set(findProblems(pair.before, known));
  const isNew = (field: GoodsField): boolean =>
    !former.has(field) || [field, ...(DEPENDS_ON[field] ?? [])].some((one) => changed.has(one));
  return findProblems(pair.after, known).filter(isNew);
}

/** The pairs of a plan whose prices a second person has to agree to. */
export const findProposed = ({ pairs }: Plan): Pair[] =>
  pairs.filter(({ before, after }) => needsConsent(before, after));

/** More would keep a second person busy for a day. */
const MOST_PROPOSED = 100;

/** What keeps those from being proposed. */
async function findRefusedProposals(ctx: Ctx, plan: Plan): Promise<Problem[]> {
  const proposed = findProposed(plan);
  const mayPropose = mayProposePrices(ctx) && proposed.length <= MOST_PROPOSED;
  const found: Problem[] = [];
  for (const { before, after } of proposed) {
    // What changes at once has the former prices, and has to fit them.
    const direct = withPricesBefore(before, after);
    const problem = !mayPropose
      ? 'belowFloor'
      : (await hasOpenPrices(ctx, before.id))
        ? 'proposalOpen'
        : !areTiersWithin(direct)
          ? 'price_tiers'
          : direct.min_quantity > direct.max_quantity
            ? 'max_quantity'
            : null;
    if (problem) found.push(problemOf(ctx, before, problem, fieldOf(after, 'price')));
  }
  return found;
}

export const problemOf = (ctx: Ctx, row: GoodsRow, problem: GoodsProblem, value: string): Problem => ({
  goods_id: String(row.id),
  name: nameOf(ctx, row),
  line: null,
  problem,
  value: value.slice(0, 100),
});

/** The plan without what does not differ, and with the problems of proposals. */
export async function checkPlan(ctx: Ctx, plan: Plan): Promise<Plan> {
  const checked = { ...plan, pairs: plan.pairs.filter((pair) => differences(pair).length > 0) };
  return { ...checked, problems: [...plan.problems, ...(await findRefusedProposals(ctx, checked))] };
}

/** Stands for what the plan changes, from what, what of it is proposed, and what it creates. */
export function digestOf(plan: Plan): string {
  const { pairs, created } = plan;
  const proposed = findProposed(plan).map(({ before }) => String(before.id));
  const changes = pairs.map((pair) => [String(pair.before.id), ...describe(pair)]);
  const added = created.map((goods) =>
    JSON.stringify(goods, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
  return createHash('sha256')
    .update(JSON.stringify([changes, proposed, added]))
    .digest('hex');
}

const describe = (pair: Pair) =>
  differences(pair).map((field) => ({
    field,
    before: fieldOf(pair.before, field),
    after: fieldOf(pair.after, field),
  }));

const MOST_SHOWN = 100;

export async function presentPlan(ctx: Ctx, plan: Plan, { effectOf }: EffectLookups): Promise<GoodsPreview> {
  const { matched, pairs, created, problems } = plan;
  const priced = pairs.filter(pricesDiffer);
  const asked = [...created.map((goods) => ({ ...goods, id: null })), ...priced.map(({ after }) => after)];
  const items = [
    ...created.map((goods) => ({ goods_id: null, name: nameOf(ctx, goods), fields: describeNew(goods) })),
    ...pairs.slice(0, MOST_SHOWN).map((pair) => ({
      goods_id: String(pair.before.id),
      name: nameOf(ctx, pair.before),
      fields: describe(pair),
    })),
  ];
  return {
    digest: digestOf(plan),
    matched,
    changed: pairs.length,
    created: created.length,
    proposed: findProposed(plan).length,
    items: items.slice(0, MOST_SHOWN),
    problems: problems.slice(0, MOST_SHOWN),
    problems_count: problems.length,
    ...findDearer(
      asked.map((goods) => ({ goods, steps: ladderOf(goods) })),
      ctx.language,
    ),
    effect: priced.length > 0 ? await effectOf(ctx, priced) : null,
  };
}

const describeNew = (goods: Plan['created'][number]) =>
  Object.entries(fieldsOf(goods as GoodsRow)).map(([field, after]) => ({
    field: field as GoodsField,
    before: '',
    after,
  }));
