import type { Generated } from 'kysely';

/** A backup that the shop was told of. */
export type BackupsTable = {
  id: Generated<bigint>;
  taken_at: Date;
  /** A file, a host, the name of a tool. */
  place: string;
  /** Null where its maker did not say. */
  bytes: bigint | null;
};

declare module '../db/db.ts' {
  interface Database {
    backups: BackupsTable;
  }
}
