import type { BrandContent } from '@portside/contract';
import type { Generated, JSONColumnType } from 'kysely';

/** Texts and colours; the logo is in a column of its own, so that its upload is kept. */
export type StoredBrand = Omit<BrandContent, 'logo'>;

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

declare module '../../../platform/db/db.ts' {
  interface Database {
    brand_versions: BrandVersionsTable;
    brand_drafts: BrandDraftsTable;
  }
}
