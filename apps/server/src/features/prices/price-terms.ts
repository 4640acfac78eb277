import { higherFloor, type PriceOffer, type PriceTerms } from '@portside/contract/wire/quote';
import type { PriceTier } from '@portside/contract/wire/price';
import { sql, type RawBuilder } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { query, runQuery, type Query } from '../../platform/db/pipeline.ts';
import type { Offer, Texts } from '../goods/index.ts';

/** A level of buyers, with its discount off the products' own prices. */
export type BuyerLevel = {
  readonly id: bigint;
  readonly name: Texts;
  readonly colour: string;
  readonly basisPoints: number;
};

type LevelRow = Omit<BuyerLevel, 'id'> & { readonly id: string };

/** By id. There are few, so an order reads all of them and not its buyers' alone. */
export const allLevels: Query<LevelRow, Map<bigint, BuyerLevel>> = query(
  sql`select id::text, name, colour, discount_basis_points as "basisPoints" from buyer_levels`,
  (rows) => new Map(rows.map(({ id, ...level }) => [BigInt(id), { id: BigInt(id), ...level }])),
);

/** What one price list asks for one product. */
export type ListedOffer = PriceOffer & {
  readonly listId: bigint;
  readonly goodsId: bigint;
  /** For whom: a buyer by their id, a level by its negative one, or everybody. */
  readonly owner: bigint;
};

/** The prices of lists, one place of all arrays each: as rows of JSON they would cost an order half of what it reads. */
type OffersRow = {
  readonly ids: string | null;
  readonly owners: string;
  /** In milliseconds. */
  readonly starts: string;
  readonly ends: string;
  readonly goods: string;
  readonly quantities: string;
  readonly prices: string;
  /** By list, where it has one that buyers read. */
  readonly names: Readonly<Record<string, string>> | null;
};

const EVERYBODY = 0n;
const ofLevel = (id: bigint): bigint => -id;

type Owner = { readonly level_id: bigint | null; readonly user_id: bigint | null };

/** The `owner` of a price list's offers. */
export const ownerOf = ({ level_id: level, user_id: user }: Owner): bigint =>
  level !== null ? ofLevel(level) : (user ?? EVERYBODY);

type Readers = {
  readonly userIds: readonly bigint[];
  /** The key of a product that only a link leads to. */
  readonly linkKey?: string | undefined;
};

/** `goods` that are on sale, and that one of the readers sees, or without any of them, everybody. */
export const isOnSaleFor = ({ userIds, linkKey = '' }: Readers) => sql`
  goods.on_sale and (goods.visibility = 'everybody'
    or goods.visibility = 'link' and goods.link_key = ${linkKey}
    or goods.visibility = 'levels' and exists (
    select from users where id = any(${idArray(userIds)}::bigint[]) and level_id = any(goods.level_ids)))`;

const OFFER = sql`
  list.id, case list.kind when 'promotion' then list.name else '' end as name,
  coalesce(list.user_id, -list.level_id, 0) as owner,
  date_part('epoch', list.starts_at) * 1000 as starts, date_part('epoch', list.ends_at) * 1000 as ends,
  price.goods_id, price.min_quantity, price.price_micro`;

/** Those that have not begun are among them: the quote looks at the time again. */
export const isCurrent = (now: Date) =>
  sql`list.is_on and (list.ends_at is null or list.ends_at > ${now}::timestamptz)`;

/** By list and product: a product may be in the lists of thousands of buyers. Without the offset it would be a join. */
const pricesOf = (goods: RawBuilder<unknown>) => sql`
  cross join lateral (
    select goods_id, min_quantity, price_micro from price_list_prices
    where list_id = list.id and goods_id = ${goods} offset 0) as price`;

/** A buyer's wish for a product. */
type Wish = { readonly userId: bigint; readonly goodsId: bigint };

/** What lists for everybody and for any level ask for these products. */
const commonOffers = (goodsIds: readonly bigint[], now: Date) => {
  const prices = pricesOf(sql`any(${idArray([...new Set(goodsIds)])}::bigint[])`);
  return sql`
    select ${OFFER} from price_lists list ${prices} where list.kind = 'promotion' and ${isCurrent(now)}
    union all
    select ${OFFER} from price_lists list ${prices} where list.level_id is not null and ${isCurrent(now)}`;
};

/** What buyers' own lists ask for their wishes. Each is looked up: as a join, a plan of few lists would read all of them. */
const ownOffers = (wishes: readonly Wish[], now: Date) => {
  const unique = [...new Map(wishes.map((wish) => [`${wish.userId}/${wish.goodsId}`, wish])).values()];
  return sql`
    select ${OFFER}
    from unnest(
      ${idArray(unique.map(({ userId }) => userId))}::bigint[],
      ${idArray(unique.map(({ goodsId }) => goodsId))}::bigint[]) as wish (user_id, goods_id)
    cross join lateral (
      select list.* from price_lists list where list.user_id = wish.user_id and ${isCurrent(now)} offset 0) as list
    ${pricesOf(sql`wish.goods_id`)}`;
};

type Offers = Query<OffersRow, ListedOffer[]>;

const gather = (offers: RawBuilder<unknown>): Offers =>
  query(
    sql`
      select array_agg(id)::text as ids, array_agg(owner)::text as owners, array_agg(starts)::text as starts,
        array_agg(ends)::text as ends, array_agg(goods_id)::text as goods,
        array_agg(min_quantity)::text as quantities, array_agg(price_micro)::text as prices,
        json_object_agg(id, name) filter (where name <> '') as names
      from (${offers}) as offer`,
    toOffers,
  );

/** What promotions ask for these products; those that have not begun are among them. */
const promotionsOn = (goodsIds: readonly bigint[], now: Date): Offers =>
  gather(sql`
    select ${OFFER} from price_lists list ${pricesOf(sql`any(${idArray(goodsIds)}::bigint[])`)}
    where list.kind = 'promotion' and ${isCurrent(now)}`);

/** The same, by product. */
export const findPromotions = async (
  db: Db,
  goodsIds: readonly bigint[],
  now: Date,
): Promise<ReadonlyMap<bigint, readonly ListedOffer[]>> =>
  Map.groupBy(await runQuery(db, promotionsOn(goodsIds, now)), ({ goodsId }) => goodsId);

/** What price lists that are on and have not ended ask for these products: those for everybody and any level. */
export const commonOffersFor = (goodsIds: readonly bigint[], now: Date): Offers =>
  gather(commonOffers(goodsIds, now));

/** The same of each buyer's own lists, for their wishes. */
export const ownOffersFor = (wishes: readonly Wish[], now: Date): Offers => gather(ownOffers(wishes, now));

/** Both together. */
export const offersFor = (wishes: readonly Wish[], now: Date): Offers => {
  const goodsIds = wishes.map(({ goodsId }) => goodsId);
  return gather(sql`${commonOffers(goodsIds, now)} union all ${ownOffers(wishes, now)}`);
};

/** What they ask these readers for all products on sale; without any buyer, what promotions ask. */
export const offersOnSale = (readers: Readers, now: Date): Offers =>
  gather(
    sql`
      select ${OFFER}
      from (
        select id from price_lists where kind = 'promotion'
        union all
        select id from price_lists where user_id = any(${idArray(readers.userIds)}::bigint[])
        union all
        select id from price_lists where level_id in (
          select level_id from users where id = any(${idArray(readers.userIds)}::bigint[]))) as found
      join price_lists list on list.id = found.id and ${isCurrent(now)}
      join price_list_prices price on price.list_id = list.id
      join goods on goods.id = price.goods_id and ${isOnSaleFor(readers)}`,
  );

/** An array as PostgreSQL writes one of numbers. */
const valuesIn = (array: string): string[] => array.slice(1, -1).split(',');

function toOffers([row]: readonly OffersRow[]): ListedOffer[] {
  if (!row || row.ids === null) return [];
  const [ids, owners, goods] = [row.ids, row.owners, row.goods].map(valuesIn);
  const [starts, ends] = [row.starts, row.ends].map(valuesIn);
  const [quantities, prices] = [row.quantities, row.prices].map(valuesIn);
  const offers = new Map<string, Omit<ListedOffer, 'tiers'> & { readonly tiers: PriceTier[] }>();
  for (const [at, id] of ids!.entries()) {
    const tier = { minQuantity: Number(quantities![at]), priceMicro: BigInt(prices![at]!) };
    const key = `${id} ${goods![at]}`;
    const known = offers.get(key);
    if (known) known.tiers.push(tier);
    else {
      const owner = BigInt(owners![at]!);
      const source = owner === EVERYBODY ? 'promotion' : owner < 0n ? 'level' : 'own';
      offers.set(key, {
        source,
        id: source === 'level' ? -owner : BigInt(id),
        owner,
        listId: BigInt(id),
        name: row.names?.[id] ?? '',
        goodsId: BigInt(goods![at]!),
        tiers: [tier],
        startsAt: new Date(Math.round(Number(starts![at]))),
        endsAt: ends![at] === 'NULL' ? null : new Date(Math.round(Number(ends![at]))),
      });
    }
  }
  return [...offers.values()];
}

type Read = {
  readonly buyers: ReadonlyMap<bigint, { readonly levelId: bigint | null }>;
  readonly levels: ReadonlyMap<bigint, BuyerLevel>;
  readonly offers: readonly ListedOffer[];
};

const NONE: readonly ListedOffer[] = [];

/** What the prices of buyers follow from, found by buyer and product. */
export class PriceBook {
  readonly #read: Read;
  /** By product and owner: an order looks up three. */
  readonly #offers = new Map<bigint, Map<bigint, ListedOffer[]>>();
  readonly #nameOf: (texts: Texts) => string;

  /** `nameOf` words a level for its buyer; without it, levels have no names. */
  constructor(read: Read, nameOf: (texts: Texts) => string = () => '') {
    this.#read = read;
    this.#nameOf = nameOf;
    for (const [goodsId, offers] of Map.groupBy(read.offers, (offer) => offer.goodsId))
      this.#offers.set(
        goodsId,
        Map.groupBy(offers, ({ owner }) => owner),
      );
  }

  levelOf(userId: bigint): BuyerLevel | null {
    const levelId = this.#read.buyers.get(userId)?.levelId ?? null;
    return levelId === null ? null : (this.#read.levels.get(levelId) ?? null);
  }

  /** What price lists ask of the buyer, for all products that were read. */
  offersTo(userId: bigint): ListedOffer[] {
    const level = this.levelOf(userId);
    return [...this.#offers.keys()].flatMap((goodsId) => this.#offersOn(goodsId, userId, level));
  }

  /** What the buyer's price of the product follows from. */
  termsOf(
    userId: bigint,
    goods: Pick<Offer, 'id' | 'price_micro' | 'tiers' | 'floor_micro' | 'cost_micro'>,
  ): PriceTerms {
    const level = this.levelOf(userId);
    return {
      prices: { priceMicro: goods.price_micro, tiers: goods.tiers },
      own: this.#offersOn(goods.id, userId, level),
      level:
        level && level.basisPoints > 0
          ? { id: level.id, name: this.#nameOf(level.name), basisPoints: level.basisPoints }
          : null,
      floorMicro: higherFloor(goods.floor_micro, goods.cost_micro),
    };
  }

  #offersOn(goodsId: bigint, userId: bigint, level: BuyerLevel | null): readonly ListedOffer[] {
    const offers = this.#offers.get(goodsId);
    if (!offers) return NONE;
    const [all, own] = [offers.get(EVERYBODY) ?? NONE, offers.get(userId) ?? NONE];
    const ofOwnLevel = level && offers.get(ofLevel(level.id));
    if (!ofOwnLevel) return all.length === 0 ? own : [...all, ...own];
    // A level's list has the name of the level.
    const name = this.#nameOf(level.name);
    return [...all, ...own, ...ofOwnLevel.map((offer) => ({ ...offer, name }))];
  }
}
