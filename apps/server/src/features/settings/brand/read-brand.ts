import type { BrandContent, BrandState, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { sendImage } from '../../../platform/http/send-image.ts';
import { refuse } from '../../../platform/refusal.ts';
import { openUpload } from '../../../platform/uploads/uploads.ts';
import { findDraft, findLogo, findPublished } from './brand.sql.ts';
import type { StoredBrand } from './brand.tables.ts';

/** The published brand and its draft. */
export async function readBrand({ db, actor }: Ctx): Promise<BrandState> {
  requireAction(actor, 'settings.read');
  const [draft, published] = [await findDraft(db), await findPublished(db)];
  return {
    draft: draft ? { ...presentBrand(draft), updated_at: draft.updated_at.toISOString() } : null,
    published: published
      ? { ...presentBrand(published), published_at: published.published_at.toISOString() }
      : null,
  };
}

/** The content as it is sent and read: with the key of its logo. */
export const presentBrand = ({
  content,
  logo,
}: {
  readonly content: StoredBrand;
  readonly logo: string | null;
}): BrandContent => ({ ...content, logo: logo && logoKey(logo) });

/** The part of the logo's stored name that its address contains. */
export const logoKey = (logo: string): string => logo.split('.')[0]!;

/** The key tells one logo from another, so browsers may cache it for ever. */
export const logoAddress = (logo: string): string => `/api/brand/images/${logoKey(logo)}`;

/** The logo, for anyone who knows its address. Refuses one that neither the draft nor any version has (notFound). */
export async function readBrandImage(
  { db }: Ctx,
  { params }: Input<'readBrandImage'>,
  reply: FastifyReply,
): Promise<unknown> {
  const logo = (await findLogo(db, params.image)) ?? refuse('notFound', 'logo');
  return sendImage(reply, await openUpload(db, logo), { isPublic: true });
}
