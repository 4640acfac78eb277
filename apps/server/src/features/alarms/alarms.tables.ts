import type { AlarmKind, Finding, Network } from '@portside/contract';
import type { ColumnType, Generated } from 'kysely';

export type AlarmsTable = {
  id: Generated<bigint>;
  kind: AlarmKind;
  /** Null where it concerns no particular network. */
  network: Network | null;
  /** Distinguishes several alarms of one kind and network; empty where there can only be one. */
  about: Generated<string>;
  /** In the order in which they are shown. */
  findings: ColumnType<readonly Finding[], string, string>;
  began_at: Date;
  ended_at: Date | null;
  /** When it was sent to the operators' chat. */
  telegram_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    alarms: AlarmsTable;
  }
}
