import { textIn, type BrandState, type Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readSetting } from '../load-settings.ts';
import { lockSettings, upsertSetting } from '../settings.sql.ts';
import { brandFacts } from './brand-facts.ts';
import { deleteDraft, findDraft, findPublished, insertVersion, markUndone, saveDraft } from './brand.sql.ts';
import type { StoredBrand } from './brand.tables.ts';
import { readBrand } from './read-brand.ts';

/**
 * Makes the draft the shop's brand; its name becomes the setting `site_name`. Refuses a draft that was saved again
 * since the caller read it, or is gone (brandChanged).
 */
export async function publishBrand(ctx: Ctx, { body }: Input<'publishBrand'>): Promise<BrandState> {
  requireAction(ctx.actor, 'settings.write');
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockSettings(db);
    const draft = await findDraft(db);
    if (draft?.updated_at.getTime() !== Date.parse(body.updated_at)) return refuse('brandChanged');
    const before = await findPublished(db);
    await insertVersion(db, {
      content: draft.content,
      logo: draft.logo,
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
    return readBrand(step);
  });
}

/**
 * Returns to the version before, or to the built-in brand. What was undone becomes the draft if there is none. Refuses
 * where another version was published since the caller read it (brandChanged).
 */
export async function undoBrand(ctx: Ctx, { body }: Input<'undoBrand'>): Promise<BrandState> {
  requireAction(ctx.actor, 'settings.write');
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
    return readBrand(step);
  });
}

/** The name that stands for all languages; empty where the brand has none. */
const nameOf = ({ name }: StoredBrand): string => textIn(name, 'en');

async function setName({ db, clock }: Ctx, name: string): Promise<void> {
  if (name !== '') await upsertSetting(db, 'site_name', name, clock.now());
}
