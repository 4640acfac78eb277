import { readFile } from 'node:fs/promises';
import type { Ctx } from '../../platform/context.ts';
import type { Image } from '../../platform/uploads/image.ts';
import { readImage } from '../../platform/uploads/read-image.ts';
import { createCategory, createGoods, setGoodsImage, setGoodsOnSale } from '../goods/index.ts';
import { DEMO_CATEGORIES, type DemoGoods } from './demo-goods.ts';
import { columnsOf, SEPARATOR } from './demo-lines.ts';
import { importDemoStock } from './restock-demo-goods.ts';

/** Creates the demo goods and imports their accounts, with the verbs that an operator uses. */
export async function seedGoods(ctx: Ctx): Promise<void> {
  const ids: string[] = [];
  for (const [position, { name, goods }] of DEMO_CATEGORIES.entries()) {
    const category = await createCategory(ctx, { body: { names: name, sort: position } });
    for (const [sort, one] of goods.entries()) ids.push(await seedOne(ctx, category.id, sort, one));
  }
  await setGoodsOnSale(ctx, { body: { ids, on_sale: true } });
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
  await setGoodsImage(ctx, { id: BigInt(id), image: await readPicture(goods.picture) });
  await importDemoStock(ctx, BigInt(id), goods);
  return id;
}

/** Drawn for the demo: `pictures/NAME.svg` is the drawing, the WebP file what is stored. */
async function readPicture(name: string): Promise<Image> {
  const { type, bytes } = readImage(await readFile(new URL(`./pictures/${name}.webp`, import.meta.url)))!;
  return { type, bytes };
}
