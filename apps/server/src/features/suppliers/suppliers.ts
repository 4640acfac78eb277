import type { AuditAction, Data, Input, Supplier } from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import { mapNames, recordAudit, type NameById } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';

/** Suppliers by name. */
export async function listSuppliers(
  { db }: Ctx,
  { query }: Input<'listSuppliers'>,
): Promise<Data<'listSuppliers'>> {
  const { rows } = await sql<SupplierRow>`${counted} order by name_key`.execute(db);
  return pageOf(rows.map(present), query);
}

/** Refuses a name that another supplier has (supplierNameTaken). */
export async function createSupplier(ctx: Ctx, { body }: Input<'createSupplier'>): Promise<Supplier> {
  return inTransaction(ctx, async (step) => {
    const { id } = await step.db
      .insertInto('suppliers')
      .values({ ...valuesOf(body), created_at: step.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseName);
    return audited(step, 'supplier.create', null, await lockSupplier(step.db, id));
  });
}

/** Refuses an unknown supplier (notFound) and a name that another one has (supplierNameTaken). */
export async function updateSupplier(ctx: Ctx, { params, body }: Input<'updateSupplier'>): Promise<Supplier> {
  return inTransaction(ctx, async (step) => {
    const before = await lockSupplier(step.db, BigInt(params.id));
    await step.db
      .updateTable('suppliers')
      .set(valuesOf(body))
      .where('id', '=', before.id)
      .execute()
      .catch(refuseName);
    return audited(step, 'supplier.update', before, await lockSupplier(step.db, before.id));
  });
}

/** Refuses an unknown supplier (notFound) and one that an import came from (supplierInUse); the database decides. */
export async function deleteSupplier(ctx: Ctx, { params }: Input<'deleteSupplier'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockSupplier(step.db, BigInt(params.id));
    await step.db
      .deleteFrom('suppliers')
      .where('id', '=', before.id)
      .execute()
      .catch((error: unknown) => {
        const broken = brokenConstraint(error);
        if (broken === 'stock_batches_supplier_id_fkey' || broken === 'supplier_payments_supplier_id_fkey')
          refuse('supplierInUse');
        throw error;
      });
    await audit(step, 'supplier.delete', before, null);
    return null;
  });
}

const valuesOf = ({ name, contact }: Input<'createSupplier'>['body']) => ({
  name,
  name_key: name.toLowerCase(),
  contact,
});

function refuseName(error: unknown): never {
  if (brokenConstraint(error) === 'suppliers_name') refuse('supplierNameTaken');
  throw error;
}

const counted = sql`
  select supplier.*, (select count(*)::int from stock_batches where supplier_id = supplier.id) as batches
  from suppliers supplier`;

/** Refuses an unknown supplier (notFound). */
async function lockSupplier(db: Db, id: bigint): Promise<SupplierRow> {
  const { rows } = await sql<SupplierRow>`${counted} where id = ${id} for no key update`.execute(db);
  return rows[0] ?? refuse('notFound', 'supplier');
}

const present = ({ id, name, contact, batches }: SupplierRow): Supplier => ({
  id: String(id),
  name,
  contact,
  batches,
});

type Change = SupplierRow | null;

async function audit(ctx: Ctx, action: AuditAction, before: Change, after: Change): Promise<void> {
  const factsOf = (row: Change) => row && { name: row.name, contact: row.contact };
  const subject = `supplier:${(after ?? before)!.id}`;
  await recordAudit(ctx, { action, subject, before: factsOf(before), after: factsOf(after) });
}

async function audited(ctx: Ctx, action: AuditAction, before: Change, after: SupplierRow): Promise<Supplier> {
  await audit(ctx, action, before, after);
  return present(after);
}

/** Suppliers by their ids, for the audit log. */
export const nameSuppliers: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('suppliers').select(['id', 'name']).where('id', 'in', ids).execute());

type SuppliersTable = {
  id: Generated<bigint>;
  name: string;
  /** In lower case. */
  name_key: string;
  contact: Generated<string>;
  created_at: Date;
};

type SupplierRow = Selectable<SuppliersTable> & { readonly batches: number };

declare module '../../platform/db/db.ts' {
  interface Database {
    suppliers: SuppliersTable;
  }
}
