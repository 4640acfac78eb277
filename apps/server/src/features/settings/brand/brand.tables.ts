import type { BrandContent } from '@portside/contract';
import type { Generated, JSONColumnType } from 'kysely';

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
export type BrandIcons = { readonly small: string | null; readonly maskable: string | null };

type BrandIconsTable = BrandIcons & { readonly logo: string };

declare module '../../../platform/db/db.ts' {
  interface Database {
    brand_versions: BrandVersionsTable;
    brand_drafts: BrandDraftsTable;
    brand_icons: BrandIconsTable;
  }
}
