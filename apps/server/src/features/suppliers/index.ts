/**
 * Owns suppliers: who accounts are bought from, how to reach them, who signs in for them, and what they were paid. Does
 * not own what was bought, which is the import's (stock), nor what came of it (statistics).
 *
 * Invariant: no two suppliers share a name, and one that an import came from is not deleted. Whoever signs in for one
 * sees its own imports and money, and nothing of buyers, prices or others; none is paid more than is due, and none
 * without a second person.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { listOwnBatches, readOwnSupplier } from './own-supplier.ts';
import {
  onSupplierPaymentApproved,
  readSupplierAccount,
  recordSupplierPayment,
  setSupplierPerson,
  takeFromSupplier,
} from './supplier-account.ts';
import { createSupplier, deleteSupplier, listSuppliers, updateSupplier } from './suppliers.ts';

export { isSupplier, lockOwnSupplier } from './own-supplier.ts';
export { setSupplierPerson, takeFromSupplier };
export { createSupplier, nameSuppliers } from './suppliers.ts';

/** Subscribes suppliers to approved payments. */
export function subscribeSuppliers(events: Events): void {
  events.on('supplierPaymentApproved', onSupplierPaymentApproved);
}

export const suppliersRoutes = {
  listSuppliers,
  createSupplier,
  updateSupplier,
  deleteSupplier,
  readOwnSupplier,
  listOwnBatches,
  readSupplierAccount,
  setSupplierPerson,
  recordSupplierPayment,
} satisfies Partial<Routes>;
