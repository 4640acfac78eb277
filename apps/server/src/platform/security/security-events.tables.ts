/** What is watched for guessing. */
export type SecurityEventKind = 'signIn' | 'signInRefused' | 'adminCallRefused' | 'unknownToken';

export type SecurityEventsTable = {
  hour: Date;
  kind: SecurityEventKind;
  address: string;
  /** 0 where no user is known. */
  user_id: bigint;
  /** The endpoint's name. */
  call: string;
  count: number;
  last_at: Date;
};

declare module '../db/db.ts' {
  interface Database {
    security_events: SecurityEventsTable;
  }
}
