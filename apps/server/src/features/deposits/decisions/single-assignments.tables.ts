export type SingleAssignmentsTable = {
  deposit_id: bigint;
  admin_id: bigint;
  amount_micro: bigint;
  assigned_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    single_assignments: SingleAssignmentsTable;
  }
}
