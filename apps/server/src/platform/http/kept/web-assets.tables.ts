import type { Generated } from 'kysely';

export type WebAssetsTable = {
  name: string;
  /** Of the version before, which reads it; this one goes by the name. */
  type: string;
  bytes: Buffer;
  is_packed: boolean;
  replaced_at: Date | null;
  /** Null where the version before has stored it. */
  mac: Generated<Buffer | null>;
};

declare module '../../db/db.ts' {
  interface Database {
    web_assets: WebAssetsTable;
  }
}
