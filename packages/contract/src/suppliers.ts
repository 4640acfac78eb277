import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Nothing, page, paragraphs, wholeListQuery } from './wire/values.ts';

/** Who accounts are bought from. */
export const Supplier = z.object({
  id: Id,
  name: z.string(),
  /** How to reach them; for colleagues only. */
  contact: z.string(),
  /** How many imports came from them. */
  batches: z.int(),
});
export type Supplier = z.infer<typeof Supplier>;

const SupplierId = z.object({ id: Id });
const SupplierInput = z.object({ name: line(120, 1), contact: z._default(paragraphs(500), '') });

export const suppliersEndpoints = endpoints({
  listSuppliers: {
    summary: 'Suppliers by name',
    query: z.object(wholeListQuery),
    data: page(Supplier),
  },
  createSupplier: {
    summary: 'Create a supplier',
    body: SupplierInput,
    data: Supplier,
  },
  updateSupplier: {
    summary: "Replace a supplier's name and contact",
    params: SupplierId,
    body: SupplierInput,
    data: Supplier,
  },
  deleteSupplier: {
    summary: 'Delete a supplier that no import came from',
    params: SupplierId,
    data: Nothing,
  },
});
