import type { Generated } from 'kysely';

export type TwoFactorsTable = {
  user_id: bigint;
  key_id: string;
  /** The sealed secret of the authenticator app. */
  sealed: Buffer;
  started_at: Date;
  /** Null until a first code has shown that the user has the secret. */
  confirmed_at: Date | null;
  /** The time step of the newest accepted code; it and earlier ones cannot be used again. */
  last_step: Generated<bigint>;
  tries: Generated<number>;
  tries_end_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    two_factors: TwoFactorsTable;
  }
}
