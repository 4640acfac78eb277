import type { BrandContent, BrandState, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { sendImage, openUpload } from '../../../platform/uploads/uploads.ts';
import { refuse } from '../../../platform/refusal.ts';
import { EMPTY_BRAND, findDraft, findIcon, findPicture, findPublished, type Brand } from './brand.sql.ts';

/** The published brand and its draft. */
export async function readBrand({ db }: Ctx): Promise<BrandState> {
  return brandState(db);
}

/** The same for whoever has just changed it, which does not need the permission to read settings. */
export async function brandState(db: Db): Promise<BrandState> {
  const [draft, published] = [await findDraft(db), await findPublished(db)];
  return {
    draft: draft ? { ...presentBrand(draft), updated_at: draft.updated_at.toISOString() } : null,
    published: published
      ? { ...presentBrand(published), published_at: published.published_at.toISOString() }
      : null,
  };
}

/** The content as it is sent and read: with the keys of its pictures. */
const presentBrand = ({ content, logo, wordmark, wordmark_dark: dark, hero }: Brand): BrandContent => ({
  ...EMPTY_BRAND,
  ...content,
  logo: logo && pictureKey(logo),
  wordmark: wordmark && pictureKey(wordmark),
  wordmark_dark: dark && pictureKey(dark),
  hero: hero && pictureKey(hero),
});

/** The part of a picture's stored name that its address contains. */
const pictureKey = (name: string): string => name.split('.')[0]!;

/** Of a picture or an icon. The key tells one from another, so browsers may cache it for ever. */
export const brandImageAddress = (name: string): string => `/api/brand/images/${pictureKey(name)}`;

/**
 * A picture of the brand or an icon, for anyone who knows its address. Refuses one that neither the draft nor any version
 * has (notFound).
 */
export async function readBrandImage(
  { db }: Ctx,
  { params }: Input<'readBrandImage'>,
  reply: FastifyReply,
): Promise<unknown> {
  const { image: key } = params;
  const image = (await findPicture(db, key)) ?? (await findIcon(db, key)) ?? refuse('notFound', 'picture');
  return sendImage(reply, await openUpload(db, image), { isPublic: true });
}
