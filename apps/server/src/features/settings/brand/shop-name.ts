import { textIn, type Language } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { pipeline } from '../../../platform/db/pipeline.ts';
import { settingsTable } from '../settings-table.ts';
import { settingQuery } from '../settings.sql.ts';
import { publishedBrand, type StoredBrand } from './brand.sql.ts';

/** The shop's name as readers of that language see it. */
export async function readShopName(db: Db, language: Language): Promise<string> {
  const [siteName, brand] = await pipeline(db, settingQuery(settingsTable.siteName), publishedBrand);
  return shopNameIn(siteName, brand?.content, language);
}

/** The shop's name in one language. */
export const shopNameIn = (siteName: string, brand: StoredBrand | undefined, language: Language): string =>
  textIn(brandNames(siteName, brand), language) || siteName;

/**
 * The brand's names as long as `site_name` is the name that it was published with, none otherwise: a later change of
 * the setting replaces the name in every language.
 */
export const brandNames = (siteName: string, brand: StoredBrand | undefined): StoredBrand['name'] =>
  brand && textIn(brand.name, 'en') === siteName ? brand.name : {};

/** Who issues receipts and statements: the shop's name, with the legal name if the operator has set one. */
export async function readIssuer(db: Db, language: Language): Promise<string> {
  const [siteName, brand] = await pipeline(db, settingQuery(settingsTable.siteName), publishedBrand);
  const name = shopNameIn(siteName, brand?.content, language);
  const legalName = textIn(brand?.content.legal_name ?? {}, language);
  return legalName === '' || legalName === name ? name : `${name} · ${legalName}`;
}
