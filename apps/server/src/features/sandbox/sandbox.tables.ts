import type { Generated } from 'kysely';

type SandboxSignInsTable = {
  role: 'owner' | 'colleague' | 'buyer' | 'agent';
  username: string;
  password: string;
  /** In real time; the history that a sandbox starts with is older. */
  created_at: Generated<Date>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    sandbox_sign_ins: SandboxSignInsTable;
  }
}
