import type { DeliveryFormat } from '@portside/contract';

type DeliveryFormatsTable = DeliveryFormat & { user_id: bigint };

declare module '../../../platform/db/db.ts' {
  interface Database {
    delivery_formats: DeliveryFormatsTable;
  }
}
