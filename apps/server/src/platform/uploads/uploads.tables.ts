import type { Generated } from 'kysely';
import type { ImageType } from './image.ts';

type UploadsTable = {
  name: string;
  type: ImageType;
  bytes: Buffer;
  created_at: Generated<Date>;
};

declare module '../db/db.ts' {
  interface Database {
    uploads: UploadsTable;
  }
}
