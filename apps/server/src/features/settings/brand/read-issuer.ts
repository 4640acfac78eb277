import { textIn, type Language } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { pipeline } from '../../../platform/db/pipeline.ts';
import { settingOf } from '../load-settings.ts';
import { publishedBrand } from './brand.sql.ts';
import { shopNameIn } from './shop-name.ts';

/** Who issues receipts and statements: the shop's name, with the legal name where the operator has set one. */
export async function readIssuer(db: Db, language: Language): Promise<string> {
  const [siteName, brand] = await pipeline(db, settingOf('siteName'), publishedBrand);
  const name = shopNameIn(siteName, brand?.content, language);
  const legalName = textIn(brand?.content.legal_name ?? {}, language);
  return legalName === '' || legalName === name ? name : `${name} · ${legalName}`;
}
