import type { BrandContent, BrandState, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Image } from '../../../platform/uploads/image.ts';
import { readImage } from '../../../platform/uploads/read-image.ts';
import { storeUpload } from '../../../platform/uploads/uploads.ts';
import { lockSettings } from '../settings.sql.ts';
import { deleteDraft, findDraft, findLogo, findPublished, insertIcons, saveDraft } from './brand.sql.ts';
import { EMPTY_BRAND, type Brand, type StoredBrand } from './brand.tables.ts';
import { brandFacts } from './brand-facts.ts';
import { brandState } from './read-brand.ts';

/** What a device needs to show the logo as the icon of an app. */
const SIDE = 512;
const SMALL_SIDE = 192;

/** Saves the draft, which visitors do not see. Refuses a logo that was not uploaded (notFound). */
export async function saveBrandDraft(
  ctx: Ctx,
  { body: { logo: key, ...written } }: Input<'saveBrandDraft'>,
): Promise<BrandState> {
  return changeDraft(ctx, async (step) => {
    const logo = key && ((await findLogo(step.db, key)) ?? refuse('notFound', 'logo'));
    return { content: withoutEmptyTexts(written), logo };
  });
}

type NewLogo = {
  readonly image: Image;
  readonly furtherImages?: { readonly small_icon?: Image; readonly maskable_icon?: Image };
};

/**
 * Sets the draft's logo, with the icons made of it; where there is no draft, one begins from the published brand. Refuses
 * a picture that cannot be an icon (logoSizeWrong), and an icon that is no PNG (invalidFormat).
 */
export async function setBrandLogo(ctx: Ctx, { image, furtherImages = {} }: NewLogo): Promise<BrandState> {
  const { small_icon: small, maskable_icon: maskable } = furtherImages;
  requireSide(image, SIDE);
  if (small) requireIcon(small, SMALL_SIDE);
  if (maskable) requireIcon(maskable, SIDE);
  return changeDraft(ctx, async ({ db }) => {
    const now = (await findDraft(db)) ?? (await findPublished(db));
    const logo = await storeUpload(db, image);
    if (small || maskable)
      await insertIcons(db, logo, { small: await store(db, small), maskable: await store(db, maskable) });
    return { content: now?.content ?? EMPTY_BRAND, logo };
  });
}

function requireSide(image: Image, side: number): void {
  const { width, height } = readImage(image.bytes) ?? refuse('invalidFormat', 'not a whole image');
  if (width !== side || height !== side) refuse('logoSizeWrong', `${width} by ${height} pixels`);
}

function requireIcon(image: Image, side: number): void {
  if (image.type !== 'image/png') refuse('invalidFormat', `an icon of type ${image.type}`);
  requireSide(image, side);
}

const store = async (db: Db, image: Image | undefined): Promise<string | null> =>
  image ? storeUpload(db, image) : null;

/** Deletes the draft, if there is one. */
export function discardBrandDraft(ctx: Ctx): Promise<BrandState> {
  return changeDraft(ctx, () => Promise.resolve(null));
}

/** Writes what `change` answers; null for no draft. An earlier logo that nothing names any more is swept later. */
async function changeDraft(ctx: Ctx, change: (step: Ctx) => Promise<Brand | null>): Promise<BrandState> {
  requireAction(ctx.actor, 'settings.write');
  return inTransaction(ctx, async (step) => {
    await lockSettings(step.db);
    const before = await findDraft(step.db);
    const after = await change(step);
    if (after) await saveDraft(step.db, after, step.clock.now());
    else await deleteDraft(step.db);
    if (before || after)
      await recordAudit(step, {
        action: 'brand.draft',
        subject: 'brand:draft',
        ...brandFacts(before, after),
      });
    return brandState(step.db);
  });
}

/** A cleared text counts as none: readers of that language get another one. */
function withoutEmptyTexts(content: Omit<BrandContent, 'logo'>): StoredBrand {
  const entries = Object.entries(content).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))
      : value,
  ]);
  return Object.fromEntries(entries) as StoredBrand;
}
