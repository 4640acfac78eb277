/**
 * Owns suppliers: who accounts are bought from, and how to reach them. Does not own what was bought, which is the import's
 * (stock), nor what came of it (statistics).
 *
 * Invariant: no two suppliers share a name, and one that an import came from is not deleted.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { createSupplier, deleteSupplier, listSuppliers, updateSupplier } from './suppliers.ts';

export { createSupplier, nameSuppliers } from './suppliers.ts';

export const suppliersRoutes = {
  listSuppliers,
  createSupplier,
  updateSupplier,
  deleteSupplier,
} satisfies Partial<Routes>;
