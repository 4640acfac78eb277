import { textIn } from '@portside/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { findFamily, type FamilyRow } from './families.sql.ts';
import { imageAddress } from './goods.present.ts';
import { listGoodsOnSale } from './goods.sql.ts';
import { familyAddress, idAt, readOffers, shorten, type GoodsHead, type Reader } from './read-goods-head.ts';

/** Search engines read a few; the page has all. */
const MOST_VARIANTS = 30;

/**
 * What the HTML of a family's page says of it, with the structured data of its products. Null for an address without a
 * family and for one without a product on sale.
 */
export async function readFamilyHead(reader: Reader, path: string): Promise<GoodsHead | null> {
  const { db, publicUrl, language } = reader;
  const id = idAt(path);
  const family = id === undefined ? undefined : await findFamily(db, id);
  const rows = family ? await listGoodsOnSale(db, { familyId: family.id, ofLevel: null }) : [];
  if (!family || rows.length === 0) return null;
  const variants = rows.slice(0, MOST_VARIANTS);
  const offers = await readOffers(reader, variants);
  const absolute = (address: string): string => new URL(address, publicUrl).href;
  const title = textIn(family.name, language);
  const written = textIn(family.description, language);
  const text = written.replaceAll(/\s+/g, ' ').trim();
  const canonical = absolute(familyAddress(family));
  const pictured = rows.find((row) => row.image !== null);
  return {
    title,
    description: shorten(text === '' ? title : text),
    text: written,
    canonical,
    picture: pictured ? absolute(imageAddress(pictured.id, pictured.image!)) : null,
    type: 'product',
    data: {
      '@context': 'https://schema.org',
      '@type': 'ProductGroup',
      productGroupID: `family-${family.id}`,
      identifier: `family-${family.id}`,
      name: title,
      ...(text !== '' && { description: text }),
      url: canonical,
      hasVariant: variants.map((row) => ({
        '@type': 'Product',
        name: textIn(row.name, language),
        sku: String(row.id),
        offers: offers.get(row.id)!,
      })),
    },
  };
}

/** Families with a product on sale, changed by an operator themselves or in one of these. */
export async function listListedFamilies(
  db: Db,
): Promise<(Pick<FamilyRow, 'id' | 'name'> & { readonly changedAt: Date })[]> {
  const { rows } = await sql<Pick<FamilyRow, 'id' | 'name'> & { readonly changedAt: Date }>`
    select family.id, family.name, greatest(family.updated_at, max(goods.updated_at)) as "changedAt"
    from families family join goods on goods.family_id = family.id and goods.on_sale
      and goods.visibility = 'everybody'
    group by family.id order by family.id`.execute(db);
  return rows;
}
