import { textIn, type Language } from '@portside/contract';
import { paletteOf } from '@portside/contract/settings/brand-colours';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pipeline } from '../../../platform/db/pipeline.ts';
import type { InlineImage, MailMessage } from '../../../platform/mail/mailer.ts';
import { writeLetter, type Letter, type LetterBrand } from '../../../platform/mail/write-letter.ts';
import { findUpload, readUploadPart } from '../../../platform/uploads/uploads.sql.ts';
import { settingsTable } from '../settings-table.ts';
import { settingQuery } from '../settings.sql.ts';
import { publishedBrand } from './brand.sql.ts';
import { shopNameIn } from './shop-name.ts';

/** The built-in main colour, as the pages have it. */
const BUILT_IN_COLOUR = '#1c507a';
/** A larger logo stays out: every mail carries it. */
const MOST_LOGO_BYTES = 60_000;

/** How the shop presents itself in its mails, in each language. */
export async function readLetterBrand({
  db,
  publicUrl,
}: Pick<Ctx, 'db' | 'publicUrl'>): Promise<(language: Language) => LetterBrand> {
  const [siteName, brand] = await pipeline(db, settingQuery(settingsTable.siteName), publishedBrand);
  const shades = paletteOf(brand?.content.main_colour ?? BUILT_IN_COLOUR, 'main');
  const picture = brand?.small ?? brand?.logo;
  const logo = picture ? await readLogo(db, picture) : null;
  return (language) => ({
    language,
    name: shopNameIn(siteName, brand?.content, language),
    legalName: textIn(brand?.content.legal_name ?? {}, language),
    url: publicUrl,
    colour: shades[7]!,
    lightColour: shades[3]!,
    logo,
  });
}

/** A mail of the shop, worded by `word` for readers of that language; it is told the shop's name. */
export async function writeShopLetter(
  ctx: Pick<Ctx, 'db' | 'publicUrl'>,
  language: Language,
  word: (siteName: string) => Letter,
): Promise<MailMessage> {
  const brand = (await readLetterBrand(ctx))(language);
  return writeLetter(brand, word(brand.name));
}

/** The last one: its name is never given to another picture. */
let latest: { readonly name: string; readonly image: InlineImage | null } | undefined;

async function readLogo(db: Db, name: string): Promise<InlineImage | null> {
  if (latest?.name === name) return latest.image;
  const found = await findUpload(db, name);
  const bytes =
    found && found.size <= MOST_LOGO_BYTES
      ? await readUploadPart(db, name, { from: 0, length: found.size })
      : undefined;
  const image = found && bytes ? { id: 'logo', type: found.type, bytes } : null;
  latest = { name, image };
  return image;
}
