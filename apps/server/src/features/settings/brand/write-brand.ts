import { type BrandState, type Input, textIn } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import { recordAudit, changedFacts } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Image, readImage } from '../../../platform/uploads/read-image.ts';
import { storeUpload } from '../../../platform/uploads/uploads.ts';
import { lockSettings, upsertSetting } from '../settings.sql.ts';
import {
  deleteDraft,
  findDraft,
  findPicture,
  findPublished,
  insertIcons,
  saveDraft,
  EMPTY_BRAND,
  NO_PICTURES,
  picturesOf,
  type Brand,
  type StoredBrand,
  insertVersion,
  markUndone,
} from './brand.sql.ts';
import { brandState } from './read-brand.ts';
import { readSetting } from '../settings-table.ts';

/** What a device needs to show the logo as the icon of an app. */
const SIDE = 512;
const SMALL_SIDE = 192;

/** Saves the draft, which visitors do not see. Refuses a picture that was not uploaded (notFound). */
export async function saveBrandDraft(
  ctx: Ctx,
  { body: { logo, wordmark, wordmark_dark, hero, ...written } }: Input<'saveBrandDraft'>,
): Promise<BrandState> {
  return changeDraft(ctx, async ({ db }) => {
    const stored = async (key: string | null): Promise<string | null> =>
      key && ((await findPicture(db, key)) ?? refuse('notFound', 'picture'));
    return {
      content: withoutEmptyTexts(written),
      logo: await stored(logo),
      wordmark: await stored(wordmark),
      wordmark_dark: await stored(wordmark_dark),
      hero: await stored(hero),
    };
  });
}

type NewLogo = {
  readonly image: Image;
  readonly furtherImages?: { readonly small_icon?: Image; readonly maskable_icon?: Image };
};

/**
 * Sets the draft's logo, with the icons made of it; without a draft, one begins from the published brand. Refuses
 * a picture that cannot be an icon (logoSizeWrong), and an icon that is no PNG (invalidFormat).
 */
export async function setBrandLogo(ctx: Ctx, { image, furtherImages = {} }: NewLogo): Promise<BrandState> {
  const { small_icon: small, maskable_icon: maskable } = furtherImages;
  requireSide(image, SIDE);
  if (small) requireIcon(small, SMALL_SIDE);
  if (maskable) requireIcon(maskable, SIDE);
  return changeDraft(ctx, async ({ db }) => {
    const now = await draftBegun(db);
    const logo = await storeUpload(db, image);
    if (small || maskable)
      await insertIcons(db, logo, { small: await store(db, small), maskable: await store(db, maskable) });
    return { ...now, logo };
  });
}

/** The draft; without one, what it begins from. */
async function draftBegun(db: Db): Promise<Brand> {
  const now = (await findDraft(db)) ?? (await findPublished(db));
  return now ? { content: now.content, ...picturesOf(now) } : { content: EMPTY_BRAND, ...NO_PICTURES };
}

/** In pixels; wordmarks are shown at a quarter of their size, so that they are sharp on every screen. */
const SIZES = {
  wordmark: { width: [60, 960], height: [120, 120] },
  hero: { width: [640, 2_400], height: [240, 1_600] },
} as const;
const WORDMARK_DENSITY = 4;

/**
 * Sets another picture of the draft; without a draft, one begins from the published brand. Refuses a picture of another
 * size (invalidFormat).
 */
export async function setBrandPicture(
  ctx: Ctx,
  {
    params: { picture },
    image,
  }: { readonly params: Input<'setBrandPicture'>['params']; readonly image: Image },
): Promise<BrandState> {
  const { width, height } = readImage(image.bytes) ?? refuse('invalidFormat', 'not a whole image');
  const size = SIZES[picture === 'hero' ? 'hero' : 'wordmark'];
  const isWithin = (value: number, [least, most]: readonly [number, number]) =>
    value >= least && value <= most;
  if (!isWithin(width, size.width) || !isWithin(height, size.height))
    refuse('invalidFormat', `${width} by ${height} pixels`);
  return changeDraft(ctx, async ({ db }) => {
    const { content, ...now } = await draftBegun(db);
    const shownWidth = Math.round(width / WORDMARK_DENSITY);
    return {
      content: picture === 'hero' ? content : { ...content, [`${picture}_width`]: shownWidth },
      ...now,
      [picture]: await storeUpload(db, image),
    };
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

/** Writes what `change` answers; null for no draft. An earlier picture that nothing uses any longer is swept later. */
async function changeDraft(ctx: Ctx, change: (step: Ctx) => Promise<Brand | null>): Promise<BrandState> {
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
function withoutEmptyTexts(content: StoredBrand): StoredBrand {
  const entries = Object.entries(content).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))
      : value,
  ]);
  return Object.fromEntries(entries) as StoredBrand;
}

/**
 * Makes the draft the shop's brand; its name becomes the setting `site_name`. Refuses a draft that was saved again
 * since the caller read it, or is gone (brandChanged).
 */
export async function publishBrand(ctx: Ctx, { body }: Input<'publishBrand'>): Promise<BrandState> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockSettings(db);
    const draft = await findDraft(db);
    if (draft?.updated_at.getTime() !== Date.parse(body.updated_at)) return refuse('brandChanged');
    const before = await findPublished(db);
    await insertVersion(db, {
      content: draft.content,
      ...picturesOf(draft),
      site_name_before: await readSetting(db, 'siteName'),
      published_at: clock.now(),
      published_by: requireUser(step.actor).userId,
    });
    await deleteDraft(db);
    await setName(step, nameOf(draft.content));
    await recordAudit(step, {
      action: 'brand.publish',
      subject: 'brand:published',
      ...brandFacts(before, draft),
    });
    return brandState(step.db);
  });
}

/**
 * Returns to the version before, or to the built-in brand. What was undone becomes the draft if there is none. Refuses
 * where another version was published since the caller read it (brandChanged).
 */
export async function undoBrand(ctx: Ctx, { body }: Input<'undoBrand'>): Promise<BrandState> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockSettings(db);
    const undone = await findPublished(db);
    if (undone?.published_at.getTime() !== Date.parse(body.published_at)) return refuse('brandChanged');
    await markUndone(db, undone.id, clock.now());
    if (!(await findDraft(db))) await saveDraft(db, undone, clock.now());
    // A name that was set otherwise since then stays.
    const name = nameOf(undone.content);
    if (name !== '' && (await readSetting(db, 'siteName')) === name)
      await setName(step, undone.site_name_before);
    await recordAudit(step, {
      action: 'brand.undo',
      subject: 'brand:published',
      ...brandFacts(undone, await findPublished(db)),
    });
    return brandState(step.db);
  });
}

/** The name that stands for all languages; empty if the brand has none. */
const nameOf = ({ name }: StoredBrand): string => textIn(name, 'en');

async function setName({ db, clock }: Ctx, name: string): Promise<void> {
  if (name !== '') await upsertSetting(db, 'site_name', name, clock.now());
}

type State = Brand | null | undefined;

/** What differs between two states of the brand, for the audit log. */
const brandFacts = (before: State, after: State): ReturnType<typeof changedFacts> =>
  changedFacts(factsOfBrand(before), factsOfBrand(after));

const factsOfBrand = (brand: State): Record<string, unknown> =>
  brand ? { ...brand.content, ...picturesOf(brand) } : {};

/** Publishes the sandbox's brand, unless the shop has had one. */
export async function seedBrand(
  { db, clock }: Ctx,
  texts: Pick<StoredBrand, 'headline' | 'lede'>,
): Promise<void> {
  if (await findPublished(db)) return;
  await insertVersion(db, {
    content: { ...EMPTY_BRAND, ...texts },
    ...NO_PICTURES,
    site_name_before: await readSetting(db, 'siteName'),
    published_at: clock.now(),
    published_by: null,
  });
}
