import { textIn, type Language } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { runQuery } from '../../../platform/db/pipeline.ts';
import { publishedBrand } from './brand.sql.ts';
import { readShopName } from './shop-name.ts';

/** Who issues receipts and statements: the shop's name, with the legal name where the operator has set one. */
export async function readIssuer(db: Db, language: Language): Promise<string> {
  const name = await readShopName(db, language);
  const legalName = textIn((await runQuery(db, publishedBrand))?.content.legal_name ?? {}, language);
  return legalName === '' || legalName === name ? name : `${name} · ${legalName}`;
}
