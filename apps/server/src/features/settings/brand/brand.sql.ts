import type { BrandContent } from '@portside/contract';
import { type Generated, type JSONColumnType, sql, type Selectable } from 'kysely';
import type { Database, Db } from '../../../platform/db/db.ts';
import { query } from '../../../platform/db/pipeline.ts';

/** Texts and colours; the logo is in a column of its own, so that its upload is kept. */
export type StoredBrand = Omit<BrandContent, 'logo'>;

/** A state of the brand; `logo` is the stored name of its picture. */
export type Brand = { readonly content: StoredBrand; readonly logo: string | null };

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
};

type BrandVersionsTable = {
  id: Generated<bigint>;
  content: JSONColumnType<StoredBrand>;
  logo: string | null;
  site_name_before: string;
  published_at: Date;
  published_by: bigint | null;
  undone_at: Date | null;
};

type BrandDraftsTable = {
  id: 1;
  content: JSONColumnType<StoredBrand>;
  logo: string | null;
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

/** Columns that name the logos and their icons. */
export const brandImages = [
  { table: 'brand_versions', column: 'logo' },
  { table: 'brand_drafts', column: 'logo' },
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
    select content, logo, uploads.type, small, maskable from brand_versions
    left join uploads on uploads.name = brand_versions.logo
    left join brand_icons using (logo)
    where undone_at is null order by id desc limit 1`,
  ([row]) => row ?? null,
);

export const findDraft = (db: Db): Promise<BrandDraftRow | undefined> =>
  db.selectFrom('brand_drafts').selectAll().executeTakeFirst();

export async function saveDraft(db: Db, { content, logo }: Brand, now: Date): Promise<void> {
  const row = { content: JSON.stringify(content), logo, updated_at: now };
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

/** The stored name of the logo with that key, of the draft or of a version; undefined for none. */
export async function findLogo(db: Db, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ logo: string }>`
    select logo from brand_drafts where starts_with(logo, ${key})
    union all select logo from brand_versions where starts_with(logo, ${key})
    limit 1`.execute(db);
  return rows[0]?.logo;
}
