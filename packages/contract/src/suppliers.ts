import * as z from 'zod/mini';
import { Proposable } from './approvals.ts';
import { endpoints } from './wire/endpoint.ts';
import {
  Id,
  line,
  Nothing,
  page,
  pageQuery,
  paragraphs,
  PositiveAmount,
  Time,
  Username,
  whole,
  wholeListQuery,
} from './wire/values.ts';

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

/** Of all that came from a supplier, or of one import: accounts, and money in USDT. */
const SupplierFigures = z.object({
  added: z.int(),
  /** Not on sale yet. */
  waiting: z.int(),
  unsold: z.int(),
  /** Given to buyers, as replacements too. */
  sold: z.int(),
  in_warranty: z.int(),
  /** Reported by buyers as dead. */
  claimed: z.int(),
  /** Replaced or refunded. */
  dead: z.int(),
  /** What the accounts cost whose warranty has ended, without dead ones and open claims. */
  owed: z.string(),
});

export const SupplierPayment = z.object({ amount: z.string(), note: z.string(), created_at: Time });

/** What a supplier is owed, and was paid. */
const account = {
  figures: SupplierFigures,
  paid: z.string(),
  /** Owed less paid; negative where claims came later than the payment. */
  due: z.string(),
  /** The last 50, newest first. */
  payments: z.array(SupplierPayment),
};

/** An import as its supplier sees it: no buyer, no price of sale. */
export const OwnBatch = z.extend(SupplierFigures, {
  id: Id,
  goods: z.string(),
  /** Its own; empty for an import that somebody else brought. */
  note: z.string(),
  /** Of each account, or of all; null where nobody has said. */
  cost: z.nullable(z.string()),
  created_at: Time,
});
export type OwnBatch = z.infer<typeof OwnBatch>;

const MOST_LINES = 1_000_000;
const Goods = z.array(Id).check(z.maxLength(200));

/** Who signs in for a supplier, what they may bring, and how many lines in 24 hours. */
const SupplierPerson = z.object({ username: Username, goods_ids: Goods, lines_a_day: whole(0, MOST_LINES) });

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
  readOwnSupplier: {
    access: 'user',
    perMinute: 10,
    summary:
      'The supplier that the caller signs in for: what was sold, what is owed, and what may be imported',
    data: z.object({
      name: z.string(),
      ...account,
      goods: z.array(z.object({ id: Id, name: z.string(), format: z.string() })),
      lines_a_day: z.int(),
    }),
  },
  listOwnBatches: {
    access: 'user',
    summary: 'Imports of the supplier that the caller signs in for, newest first',
    query: z.object(pageQuery),
    data: page(OwnBatch),
  },
  readSupplierAccount: {
    perMinute: 10,
    summary: 'Who signs in for a supplier, what it is owed, and what it was paid',
    params: SupplierId,
    data: z.object({ ...account, person: z.nullable(SupplierPerson) }),
  },
  setSupplierPerson: {
    freshCode: true,
    summary: 'Set who signs in for a supplier, and what they may import; without a person, nobody does',
    params: SupplierId,
    body: z.object({
      person: z.optional(z.extend(SupplierPerson, { goods_ids: z._default(Goods, []) })),
    }),
    data: Nothing,
  },
  recordSupplierPayment: {
    freshCode: true,
    summary: 'Propose to record what a supplier was paid, at most what is due; a second person approves',
    params: SupplierId,
    body: z.object({ amount: PositiveAmount, note: line(200, 3) }),
    data: Proposable,
  },
  deleteSupplier: {
    summary: 'Delete a supplier that no import came from',
    params: SupplierId,
    data: Nothing,
  },
});
