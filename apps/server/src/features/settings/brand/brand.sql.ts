import type { BrandContent, BrandPicture } from '@portside/contract';
import { type Generated, type JSONColumnType, sql, type Selectable } from 'kysely';
import type { Database, Db } from '../../../platform/db/db.ts';
import { query } from '../../../platform/db/pipeline.ts';

/** Texts, colours and widths; the pictures are in columns of their own, so that their uploads are kept. */
export type StoredBrand = Omit<BrandContent, 'logo' | BrandPicture>;

/** Stored names of pictures. */
type BrandPictures = { readonly [Name in 'logo' | BrandPicture]: string | null };

/** A state of the brand. */
export type Brand = { readonly content: StoredBrand } & BrandPictures;

export const NO_PICTURES: BrandPictures = { logo: null, wordmark: null, wordmark_dark: null, hero: null };

/** The pictures of a row. */
export const picturesOf = ({ logo, wordmark, wordmark_dark, hero }: BrandPictures): BrandPictures => ({
  logo,
  wordmark,
  wordmark_dark,
  hero,
});

/** Built-in texts and colours everywhere. */
export const EMPTY_BRAND: StoredBrand = {
  name: {},
  headline: {},
  lede: {},
  footer: {},
  contact: {},
  legal_name: {},
  main_colour: null,
  accent_colour: null,
  wordmark_width: null,
  wordmark_dark_width: null,
};

type BrandVersionsTable = BrandPictures & {
  id: Generated<bigint>;
  content: JSONColumnType<StoredBrand>;
  site_name_before: string;
  published_at: Date;
  published_by: bigint | null;
  undone_at: Date | null;
};

type BrandDraftsTable = BrandPictures & {
  id: 1;
  content: JSONColumnType<StoredBrand>;
  updated_at: Date;
};

/** Stored names of the icons made of a logo; a logo without any has no row. */
type BrandIcons = { readonly small: string | null; readonly maskable: string | null };

type BrandIconsTable = BrandIcons & { readonly logo: string };

declare module '../../../platform/db/db.ts' {
  interface Database {
    brand_versions: BrandVersionsTable;
    brand_drafts: BrandDraftsTable;
    brand_icons: BrandIconsTable;
  }
}

type BrandVersion = Selectable<Database['brand_versions']>;

type BrandDraftRow = Selectable<Database['brand_drafts']>;

/** Columns that name the pictures, and the icons of logos. */
export const brandImages = [
  ...(['logo', 'wordmark', 'wordmark_dark', 'hero'] as const).flatMap((column) => [
    { table: 'brand_versions' as const, column },
    { table: 'brand_drafts' as const, column },
  ]),
  { table: 'brand_icons', column: 'small' },
  { table: 'brand_icons', column: 'maskable' },
] as const;

/** The published version: the last that was not undone. */
export const findPublished = (db: Db): Promise<BrandVersion | undefined> =>
  db
    .selectFrom('brand_versions')
    .selectAll()
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export type PublishedBrandRow = Brand & BrandIcons & { readonly type: string | null };

/** The query of the published version with the type of its logo, and its icons; null for none. */
export const publishedBrand = query<PublishedBrandRow, PublishedBrandRow | null>(
  sql`
    select content, logo, wordmark, wordmark_dark, hero, uploads.type, small, maskable from brand_versions
    left join uploads on uploads.name = brand_versions.logo
    left join brand_icons using (logo)
    where undone_at is null order by id desc limit 1`,
  ([row]) => row ?? null,
);

export const findDraft = (db: Db): Promise<BrandDraftRow | undefined> =>
  db.selectFrom('brand_drafts').selectAll().executeTakeFirst();

export async function saveDraft(db: Db, { content, ...pictures }: Brand, now: Date): Promise<void> {
  const row = { content: JSON.stringify(content), ...picturesOf(pictures), updated_at: now };
  await db
    .insertInto('brand_drafts')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function deleteDraft(db: Db): Promise<void> {
  await db.deleteFrom('brand_drafts').execute();
}

export async function insertVersion(
  db: Db,
  { content, ...row }: Brand & Pick<BrandVersion, 'site_name_before' | 'published_at' | 'published_by'>,
): Promise<void> {
  await db
    .insertInto('brand_versions')
    .values({ ...row, content: JSON.stringify(content) })
    .execute();
}

export async function markUndone(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('brand_versions').set({ undone_at: now }).where('id', '=', id).execute();
}

export async function insertIcons(db: Db, logo: string, icons: BrandIcons): Promise<void> {
  await db
    .insertInto('brand_icons')
    .values({ logo, ...icons })
    .execute();
}

/** The stored name of the icon with that key, of a logo that is still stored; undefined for none. */
export async function findIcon(db: Db, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ icon: string }>`
    select icon from brand_icons cross join lateral (values (small), (maskable)) icons (icon)
    where starts_with(icon, ${key})
    limit 1`.execute(db);
  return rows[0]?.icon;
}

/** The stored name of the picture with that key, of the draft or of a version; undefined for none. */
export async function findPicture(db: Db, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select unnest(array[logo, wordmark, wordmark_dark, hero]) as name from brand_drafts
      union all select unnest(array[logo, wordmark, wordmark_dark, hero]) from brand_versions) as known
    where starts_with(name, ${key}) limit 1`.execute(db);
  return rows[0]?.name;
}
