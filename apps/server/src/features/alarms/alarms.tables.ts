import type { AlarmKind, Network } from '@portside/contract';
import type { Generated } from 'kysely';

export type AlarmsTable = {
  id: Generated<bigint>;
  kind: AlarmKind;
  /** Null where it concerns no network. */
  network: Network | null;
  /** Which one of several of the kind it is; empty where there can be one only. */
  about: Generated<string>;
  /** For whoever mends it, in English. */
  detail: string;
  began_at: Date;
  ended_at: Date | null;
  /** When the operators' chat was told. */
  telegram_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    alarms: AlarmsTable;
  }
}
