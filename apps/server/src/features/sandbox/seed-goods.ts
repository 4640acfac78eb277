import { readFile } from 'node:fs/promises';
import type { Ctx } from '../../platform/context.ts';
import { type Image, readImage } from '../../platform/uploads/read-image.ts';
import {
  createAttribute,
  createCategory,
  createFamily,
  createGoods,
  setGoodsFamily,
  setGoodsImage,
  setGoodsOnSale,
  listGoodsOnSale,
  type GoodsRow,
} from '../goods/index.ts';
import { DEMO_CATEGORIES, DEMO_FAMILY, type DemoGoods } from './demo-goods.ts';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { countStock, importStock, STOCK_GENDERS } from '../stock/index.ts';

/** Creates the demo goods and imports their accounts, with the use cases of an operator. */
export async function seedGoods(ctx: Ctx): Promise<void> {
  const ids: string[] = [];
  const categories = new Map<string, string>();
  const members: [id: string, values: readonly number[]][] = [];
  for (const [position, { name, goods, within }] of DEMO_CATEGORIES.entries()) {
    const parent_id = within && categories.get(within.name.en);
    const category = await createCategory(ctx, { body: { names: name, parent_id, sort: position } });
    categories.set(name.en, category.id);
    for (const [sort, one] of goods.entries()) {
      const id = await seedOne(ctx, category.id, sort, one);
      ids.push(id);
      if (one.values) members.push([id, one.values]);
    }
  }
  await seedFamily(ctx, members);
  await setGoodsOnSale(ctx, { body: { ids, on_sale: true } });
}

/** Puts the products on one page, with the attributes that they differ in. */
async function seedFamily(
  ctx: Ctx,
  members: readonly (readonly [id: string, values: readonly number[]])[],
): Promise<void> {
  const { name, description, attributes } = DEMO_FAMILY;
  const family = await createFamily(ctx, { body: { names: name, descriptions: description } });
  const made = [];
  for (const [sort, attribute] of attributes.entries()) {
    const values = attribute.values.map((names) => ({ names }));
    made.push(await createAttribute(ctx, { body: { names: attribute.name, sort, values } }));
  }
  for (const [id, values] of members) {
    const own = made.map((attribute, at) => ({
      attribute_id: attribute.id,
      value_id: attribute.values[values[at]!]!.id,
    }));
    await setGoodsFamily(ctx, { params: { id }, body: { family_id: family.id, attributes: own } });
  }
}

async function seedOne(ctx: Ctx, categoryId: string, sort: number, goods: DemoGoods): Promise<string> {
  const { id } = await createGoods(ctx, {
    body: {
      category_id: categoryId,
      names: goods.name,
      descriptions: goods.description,
      price: goods.price,
      price_tiers: goods.tiers.map(([quantity, price]) => ({ min_quantity: quantity, price })),
      min_quantity: goods.minQuantity ?? 1,
      max_quantity: 10_000,
      genders: goods.hasGenders ? ['random', 'male', 'female'] : ['random'],
      warranty_hours: goods.warrantyHours,
      separator: SEPARATOR,
      columns: columnsOf(goods),
      instructions: goods.instruction ?? {},
      instruction_in_mail: true,
      file_name: '',
      sort,
    },
  });
  await setGoodsImage(ctx, { params: { id }, image: await readPicture(goods.picture) });
  await importDemoStock(ctx, BigInt(id), goods);
  return id;
}

/** Drawn for the demo: `pictures/NAME.svg` is the drawing, the WebP file what is stored. */
async function readPicture(name: string): Promise<Image> {
  const { type, bytes } = readImage(await readFile(new URL(`./pictures/${name}.webp`, import.meta.url)))!;
  return { type, bytes };
}

const BYTES = 16;

const SECRET_BYTES = 32;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Between the fields of an account. */
const SEPARATOR = '----';

/** The names of an account's fields. Pages show one-time codes of a column that is named so. */
const columnsOf = ({ hasSecondFactor = false }: DemoGoods): string[] => [
  'account',
  'password',
  'recovery',
  ...(hasSecondFactor ? ['2FA'] : []),
];

/** Accounts of a service that does not exist, all different, with the fields of `columnsOf`. */
export function* makeDemoLines(goods: DemoGoods, count: number): Generator<string> {
  const { domain, hasSecondFactor = false } = goods;
  const random = randomBytes(count * BYTES);
  for (let index = 0; index < count; index += 1) {
    const text = random.toString('hex', index * BYTES, (index + 1) * BYTES);
    const fields = [`user${text.slice(0, 10)}@${domain}`, text.slice(10, 22), text.slice(22).toUpperCase()];
    if (hasSecondFactor) fields.push(makeSecret());
    yield fields.join(SEPARATOR);
  }
}

const makeSecret = (): string => Array.from(randomBytes(SECRET_BYTES), (byte) => BASE32[byte & 31]).join('');

/** With fewer accounts left, a demo product is restocked. */
const FEW = 5;

/**
 * Imports as many new accounts of a demo product as the sandbox began with; none of one that is sold out on purpose.
 */
async function importDemoStock(ctx: Ctx, goodsId: bigint, goods: DemoGoods): Promise<void> {
  for (const gender of STOCK_GENDERS) {
    const count = goods.stock[gender] ?? 0;
    if (count === 0) continue;
    const lines = makeDemoLines(goods, count);
    await importStock(ctx, { goodsId, gender, note: 'Demo stock', lines });
  }
}

/**
 * Restocks every demo product on sale that is almost sold out, found by its English name: one that an operator has
 * renamed, given another format or taken off sale is left alone. Without a user, so that nobody counts as having
 * imported it.
 */
export async function restockDemoGoods(ctx: Ctx): Promise<void> {
  const onSale = new Map((await listGoodsOnSale(ctx.db, {})).map((row) => [row.name.en, row]));
  const stock = await countStock(
    ctx.db,
    Array.from(onSale.values(), ({ id }) => id),
  );
  for (const goods of DEMO_CATEGORIES.flatMap((one) => one.goods)) {
    const row = onSale.get(goods.name.en);
    if (row === undefined || !hasDemoFormat(row, goods)) continue;
    const { unspecified = 0, male = 0, female = 0 } = stock.get(row.id) ?? {};
    if (unspecified + male + female < FEW) await importDemoStock(ctx, row.id, goods);
  }
}

const hasDemoFormat = (
  { separator, columns }: Pick<GoodsRow, 'separator' | 'columns'>,
  goods: DemoGoods,
): boolean => separator === SEPARATOR && isDeepStrictEqual(columns, columnsOf(goods));
