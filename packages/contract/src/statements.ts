import * as z from 'zod/mini';
import { tableFile, tableFormat, XLSX_TYPE, endpoints } from './wire/endpoint.ts';
import { OrderId } from './recharges/recharges.ts';
import { line, Time } from './wire/values.ts';

/** The buyer's time zone ("America/Sao_Paulo"), used for times in files; UTC if it is absent or unknown. */
const time_zone = z.optional(line(64));

/** A buyer's balance over a period; `closing_balance` is the sum of the other amounts. */
export const Statement = z.object({
  from: Time,
  to: Time,
  opening_balance: z.string(),
  /** Money in and money out; the latter is negative. */
  credited: z.string(),
  debited: z.string(),
  closing_balance: z.string(),
  movements: z.int(),
});
export type Statement = z.infer<typeof Statement>;

export const statementsEndpoints = endpoints({
  readStatement: {
    access: 'user',
    perMinute: 20,
    summary:
      "The caller's balance in a period, from its first moment up to before its last: sums as JSON, every movement as CSV, XLSX or PDF",
    query: z.object({
      from: Time,
      to: Time,
      format: z._default(z.enum(['json', 'csv', 'xlsx', 'pdf']), 'json'),
      time_zone,
    }),
    raw: { json: true, types: ['text/csv', XLSX_TYPE, 'application/pdf'] },
    data: Statement,
  },
  readReceipt: {
    access: 'user',
    perMinute: 20,
    summary: 'The receipt of an own top-up that was credited, as PDF, or its payments as CSV',
    params: OrderId,
    query: z.object({ format: z._default(z.enum(['pdf', 'csv']), 'pdf'), time_zone }),
    raw: { json: false, types: ['application/pdf', 'text/csv'] },
    data: z.string(),
  },
  exportOwnOrders: {
    access: 'user',
    summary: 'All own orders as a CSV or XLSX file, newest first, without account data',
    query: z.object(tableFormat),
    ...tableFile,
  },
  exportOwnRecharges: {
    access: 'user',
    summary: 'All own top-ups as a CSV or XLSX file, newest first',
    query: z.object(tableFormat),
    ...tableFile,
  },
});
