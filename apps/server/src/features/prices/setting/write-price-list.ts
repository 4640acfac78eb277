import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  formatMicro,
  parseMicro,
  paths,
  textIn,
  type Data,
  type Input,
  type Proposal,
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { canonicalText } from '../../../platform/audit/audit.sql.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { pageOf } from '../../../platform/lists/pages.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose, type Approved } from '../../approvals/index.ts';
import { findGoods, floorOf, lockGoods } from '../../goods/index.ts';
import { findBelow, type BelowFloor } from './below-floor.ts';
import {
  factsOf,
  lockList,
  parsePriceList,
  writeList,
  type PriceListInput,
  type StoredList,
  type WantedList,
} from './stored-price-list.ts';

/**
 * A price list for a level or a buyer, or a promotion for everybody. Prices below the floor of a product make it a
 * proposal. Refuses what `parsePriceList` refuses.
 */
export const createPriceList = (
  ctx: Ctx,
  { body: { reason, ...input } }: Input<'createPriceList'>,
): Promise<Data<'createPriceList'>> => writeOrPropose(ctx, null, input, reason);

/**
 * Replaces a price list; whom it is for stays. Prices below a floor make it a proposal, unless they were agreed before
 * (`findBelow`). Refuses an unknown list (notFound) and what `parsePriceList` refuses.
 */
export const updatePriceList = (
  ctx: Ctx,
  { params, body: { reason, ...input } }: Input<'updatePriceList'>,
): Promise<Data<'updatePriceList'>> => writeOrPropose(ctx, params.id, input, reason);

/** Deletes a price list; orders keep what they cost. Refuses an unknown one (notFound). */
export async function deletePriceList(ctx: Ctx, { params }: Input<'deletePriceList'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockList(step.db, params.id);
    await step.db.deleteFrom('price_lists').where('id', '=', before.id).execute();
    const subject = `priceList:${before.id}`;
    await recordAudit(step, { action: 'priceList.delete', subject, before: factsOf(before, before.prices) });
    return null;
  });
}

async function writeOrPropose(
  ctx: Ctx,
  id: string | null,
  input: PriceListInput,
  reason: string | undefined,
): Promise<Data<'createPriceList'>> {
  return inTransaction(ctx, async (step) => {
    const before = id === null ? null : await lockList(step.db, id);
    await holdFloors(step, input);
    const wanted = await parsePriceList(step, input, before);
    const below = findBelow(wanted, before, step.clock.now());
    if (below.length === 0) return { list: await writeList(step, wanted, before), proposal: null };
    return { list: null, proposal: await proposeList(step, { input, wanted, before, below, reason }) };
  });
}

/** Until the list is written, no dearer accounts are imported or moved in. */
const holdFloors = ({ db }: Ctx, { prices }: PriceListInput): Promise<unknown> =>
  lockGoods(db, [...new Set(prices.map(({ goods_id: id }) => BigInt(id)))]);

/** What a proposal of a list is about: what was asked, what there was then, and the floors below which it goes. */
type Proposed = {
  readonly list: string | null;
  readonly input: PriceListInput;
  /** The buyer whom it is for: a username may be another's by the time it is approved. */
  readonly userId: string | null;
  readonly before: ListFacts | null;
  /** In USDT by product. */
  readonly floors: Readonly<Record<string, string>>;
};

/** As it is kept: a time is its text. */
type ListFacts = Omit<ReturnType<typeof factsOf>, 'starts_at' | 'ends_at'> & {
  readonly starts_at: string;
  readonly ends_at: string | null;
};

const keptFacts = (list: StoredList): ListFacts =>
  JSON.parse(canonicalText(factsOf(list, list.prices))) as ListFacts;

/**
 * What the second person reads; the prices are in the file (`exportProposedPrices`). `former_…` are null of a new list;
 * `products` counts those below their floor, and `below` words some of them.
 */
type PriceListTerms = {
  readonly list: string | null;
  readonly kind: WantedList['kind'];
  /** The buyer's username or the level's name; null of a promotion. */
  readonly owner: string | null;
  readonly name: string;
  readonly former_name: string | null;
  readonly starts_at: string;
  readonly former_starts_at: string | null;
  readonly ends_at: string | null;
  readonly former_ends_at: string | null;
  readonly is_on: boolean;
  readonly former_is_on: boolean | null;
  readonly prices: number;
  readonly former_prices: number | null;
  readonly products: number;
  readonly below: string;
  /** The hash of what is kept of it. */
  readonly content: string;
};

declare module '../../../platform/events.ts' {
  interface EventPayloads {
    priceListApproved: Approved<PriceListTerms>;
  }
}

type NewProposal = {
  readonly input: PriceListInput;
  readonly wanted: WantedList;
  readonly before: StoredList | null;
  readonly below: readonly BelowFloor[];
  readonly reason: string | undefined;
};

async function proposeList(
  ctx: Ctx,
  { input, wanted, before, below, reason }: NewProposal,
): Promise<Proposal> {
  const list = before?.id.toString() ?? null;
  const former = before && keptFacts(before);
  const content = await keepProposed(ctx, {
    list,
    input: { ...input, starts_at: wanted.starts_at.toISOString() },
    userId: wanted.user_id?.toString() ?? null,
    before: former,
    floors: Object.fromEntries(
      below.map(({ goods, floorMicro }) => [goods.id.toString(), formatMicro(floorMicro)]),
    ),
  });
  const row = await propose(ctx, {
    kind: 'priceListApproved',
    // Two new lists do not contradict each other.
    subject: `priceList:${list ?? `new-${content.slice(0, 16)}`}`,
    terms: {
      list,
      kind: wanted.kind,
      owner: await nameOwner(ctx, wanted),
      name: wanted.name,
      former_name: former && former.name,
      starts_at: wanted.starts_at.toISOString(),
      former_starts_at: former && former.starts_at,
      ends_at: wanted.ends_at && wanted.ends_at.toISOString(),
      former_ends_at: former && former.ends_at,
      is_on: wanted.is_on,
      former_is_on: former && former.isOn,
      prices: wanted.prices.size,
      former_prices: before && before.prices.size,
      products: below.length,
      below: wordBelow(ctx, below),
      content,
    },
    reason: reason ?? '',
    action: paths.updatePriceList[2],
    ...(wanted.user_id !== null && { beneficiaryId: wanted.user_id }),
  });
  return presentProposal(row, ctx.actor);
}

async function nameOwner({ db, language }: Ctx, { level_id, user_id }: WantedList): Promise<string | null> {
  if (user_id !== null) {
    const user = db.selectFrom('users').select('username').where('id', '=', user_id);
    return (await user.executeTakeFirstOrThrow()).username;
  }
  if (level_id === null) return null;
  const level = db.selectFrom('buyer_levels').select('name').where('id', '=', level_id);
  const { name } = (await level.executeTakeFirst()) ?? refuse('notFound', 'level');
  return textIn(name, language);
}

const MOST_NAMED = 20;

/** "Mailbox ≥100: 0.4 < 0.5; …" */
const wordBelow = ({ language }: Ctx, below: readonly BelowFloor[]): string =>
  below
    .slice(0, MOST_NAMED)
    .map(
      ({ goods, from, lowestMicro, floorMicro }) =>
        `${textIn(goods.name, language)} ≥${from}: ${formatMicro(lowestMicro)} < ${formatMicro(floorMicro)}`,
    )
    .join('; ');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns its hash. */
async function keepProposed({ db, clock }: Ctx, proposed: Proposed): Promise<string> {
  const content = canonicalText(proposed);
  const hash = sha256(content);
  await db
    .insertInto('proposed_price_lists')
    .values({ sha256: hash, content, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return hash;
}

/** Refuses an unknown hash (notFound) and a content that is not the one of the hash (proposalForged). */
async function readProposed(db: Db, hash: string): Promise<Proposed> {
  const kept = await db
    .selectFrom('proposed_price_lists')
    .select('content')
    .where('sha256', '=', hash)
    .executeTakeFirst();
  const { content } = kept ?? refuse('notFound', 'proposed price list');
  if (sha256(content) !== hash) refuse('proposalForged');
  return JSON.parse(content) as Proposed;
}

/**
 * Writes a list that a second person approved. Refuses what `parsePriceList` refuses by now, a list that was changed
 * since (priceChanged), a buyer whose name is another's by now (userDoesNotExist), and a product below a floor that the proposal did not name, or that was raised (belowFloor).
 */
export const onPriceListApproved = (ctx: Ctx, { terms }: Approved<PriceListTerms>): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const { list, input, userId, before: seen, floors } = await readProposed(step.db, terms.content);
    const before = list === null ? null : await lockList(step.db, list);
    if (!isDeepStrictEqual(before && keptFacts(before), seen)) refuse('priceChanged');
    await holdFloors(step, input);
    const wanted = await parsePriceList(step, input, before);
    if ((wanted.user_id?.toString() ?? null) !== userId) refuse('userDoesNotExist');
    const isAgreed = ({ goods, floorMicro }: BelowFloor): boolean =>
      floorMicro <= parseMicro(floors[goods.id.toString()] ?? '0');
    if (!findBelow(wanted, before, step.clock.now()).every(isAgreed)) refuse('belowFloor');
    await writeList(step, wanted, before);
  });

type ProposedPrice = {
  readonly goodsId: string;
  readonly from: number;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly floor: string | null;
};

const COLUMNS: Columns<ProposedPrice> = {
  goods_id: (row) => row.goodsId,
  product: (row) => row.name,
  min_quantity: { number: (row) => row.from },
  former_price: { number: (row) => row.before },
  price: { number: (row) => row.after },
  floor: { number: (row) => row.floor },
};

/** All prices of a proposed list beside those that it had, and the floors of now. Refuses an unknown one (notFound). */
export async function exportProposedPrices(
  ctx: Ctx,
  { params, query }: Input<'exportProposedPrices'>,
  reply: FastifyReply,
): Promise<unknown> {
  const { list, input, before } = await readProposed(ctx.db, params.content);
  const rows = await compareProposed(ctx, input, before);
  return sendList(ctx, reply, {
    name: 'proposed-prices',
    action: 'priceList.export',
    subject: `priceList:${list ?? ''}`,
    query,
    columns: COLUMNS,
    readPage: async (part) => pageOf(rows, part),
  });
}

const formatFloor = (micro: bigint | null): string | null => (micro === null ? null : formatMicro(micro));

/** In the order of what was asked; what is no longer in the list comes last. */
async function compareProposed(
  { db, language }: Ctx,
  input: PriceListInput,
  before: ListFacts | null,
): Promise<ProposedPrice[]> {
  const after = new Map(
    input.prices.map(({ goods_id, min_quantity, price }) => [`${goods_id} ×${min_quantity}`, price]),
  );
  const former = new Map(Object.entries(before?.prices ?? {}));
  const keys = [...new Set([...after.keys(), ...former.keys()])].map(
    (key) => [key, ...key.split(' ×')] as [string, string, string],
  );
  const goods = await findGoods(db, [...new Set(keys.map(([, id]) => BigInt(id)))]);
  return keys.map(([key, goodsId, from]) => {
    const product = goods.get(BigInt(goodsId));
    return {
      goodsId,
      from: Number(from),
      name: product ? textIn(product.name, language) : '',
      before: former.get(key) ?? null,
      after: after.get(key) ?? null,
      floor: product ? formatFloor(floorOf(product)) : null,
    };
  });
}
