import type { BrandContent, BrandState, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Image } from '../../../platform/uploads/image.ts';
import { readImage } from '../../../platform/uploads/read-image.ts';
import { storeUpload } from '../../../platform/uploads/uploads.ts';
import { lockSettings } from '../settings.sql.ts';
import { deleteDraft, findDraft, findLogo, findPublished, saveDraft } from './brand.sql.ts';
import type { StoredBrand } from './brand.tables.ts';
import { brandFacts } from './brand-facts.ts';
import { readBrand } from './read-brand.ts';

/** What a device needs to show the logo as the icon of an app. */
const SIDE = 512;

const EMPTY: StoredBrand = {
  name: {},
  headline: {},
  lede: {},
  footer: {},
  contact: {},
  legal_name: {},
  main_colour: null,
  accent_colour: null,
};

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

/**
 * Sets the draft's logo; where there is no draft, one begins from the published brand. Refuses a picture that cannot
 * be an icon (logoSizeWrong).
 */
export async function setBrandLogo(ctx: Ctx, { image }: { readonly image: Image }): Promise<BrandState> {
  const { width, height } = readImage(image.bytes) ?? refuse('invalidFormat', 'not a whole image');
  if (width !== SIDE || height !== SIDE) refuse('logoSizeWrong', `${width} by ${height} pixels`);
  return changeDraft(ctx, async ({ db }) => {
    const now = (await findDraft(db)) ?? (await findPublished(db));
    return { content: now?.content ?? EMPTY, logo: await storeUpload(db, image) };
  });
}

/** Deletes the draft, if there is one. */
export function discardBrandDraft(ctx: Ctx): Promise<BrandState> {
  return changeDraft(ctx, () => Promise.resolve(null));
}

type Draft = { readonly content: StoredBrand; readonly logo: string | null };

/** Writes what `change` answers; null for no draft. An earlier logo that nothing names any more is swept later. */
async function changeDraft(ctx: Ctx, change: (step: Ctx) => Promise<Draft | null>): Promise<BrandState> {
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
    return readBrand(step);
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
