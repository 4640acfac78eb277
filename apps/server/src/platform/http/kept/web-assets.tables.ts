export type WebAssetsTable = {
  name: string;
  type: string;
  bytes: Buffer;
  is_packed: boolean;
  replaced_at: Date | null;
};

declare module '../../db/db.ts' {
  interface Database {
    web_assets: WebAssetsTable;
  }
}
