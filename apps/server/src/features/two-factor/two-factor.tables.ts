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
};

type TwoFactorTriesTable = { user_id: bigint; network: string; tries: number; ends_at: Date };
/** Recovery codes that are left; the hash is keyed. */
type RecoveryCodesTable = { user_id: bigint; code_hash: string };

declare module '../../platform/db/db.ts' {
  interface Database {
    two_factors: TwoFactorsTable;
    two_factor_tries: TwoFactorTriesTable;
    recovery_codes: RecoveryCodesTable;
  }
}
