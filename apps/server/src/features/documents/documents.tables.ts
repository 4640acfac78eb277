import type { DocumentName } from '@portside/contract';
import type { JSONColumnType } from 'kysely';
import type { Texts } from '../goods/index.ts';

export type DocumentsTable = {
  name: DocumentName;
  /** Sanitised HTML. */
  body: JSONColumnType<Texts>;
  updated_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    documents: DocumentsTable;
  }
}
