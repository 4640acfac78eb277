import type { Ctx } from '../../../platform/context.ts';
import { findPublished, insertVersion } from './brand.sql.ts';
import type { StoredBrand } from './brand.tables.ts';
import { readSetting } from '../load-settings.ts';

/** Publishes the sandbox's brand, unless the shop has had one. */
export async function seedBrand(
  { db, clock }: Ctx,
  texts: Pick<StoredBrand, 'headline' | 'lede'>,
): Promise<void> {
  if (await findPublished(db)) return;
  await insertVersion(db, {
    content: {
      name: {},
      footer: {},
      contact: {},
      legal_name: {},
      main_colour: null,
      accent_colour: null,
      ...texts,
    },
    logo: null,
    site_name_before: await readSetting(db, 'siteName'),
    published_at: clock.now(),
    published_by: null,
  });
}
