export type SandboxSignInsTable = {
  role: 'owner' | 'colleague' | 'buyer' | 'agent';
  username: string;
  password: string;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    sandbox_sign_ins: SandboxSignInsTable;
  }
}
