import { textIn, type Language } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { pipeline } from '../../../platform/db/pipeline.ts';
import { settingOf } from '../load-settings.ts';
import { publishedBrand } from './brand.sql.ts';
import type { StoredBrand } from './brand.tables.ts';

/** The shop's name as readers of that language see it. */
export async function readShopName(db: Db, language: Language): Promise<string> {
  const [siteName, brand] = await pipeline(db, settingOf('siteName'), publishedBrand);
  return shopNameIn(siteName, brand?.content, language);
}

/**
 * The brand's name in that language, as long as `site_name` is the name that it was published with: a later change of
 * the setting replaces the name in every language.
 */
export const shopNameIn = (siteName: string, brand: StoredBrand | undefined, language: Language): string =>
  brand && textIn(brand.name, 'en') === siteName ? textIn(brand.name, language) : siteName;
