import type { Generated } from 'kysely';

export type TwoFactorsTable = {
  user_id: bigint;
  key_id: string;
  /** The secret of the authenticator app. */
  sealed: Buffer;
  started_at: Date;
  /** Null until a first code has shown that the user has the secret. */
  confirmed_at: Date | null;
  /** Of the newest code that was accepted; it and older ones are used up. */
  last_step: Generated<bigint>;
  tries: Generated<number>;
  tries_end_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    two_factors: TwoFactorsTable;
  }
}
