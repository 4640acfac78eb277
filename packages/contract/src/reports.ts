import * as z from 'zod/mini';
import { Reason } from './approvals.ts';
import { csvFile, endpoints } from './wire/endpoint.ts';
import { LONGEST_LINE } from './wire/limits.ts';
import { Email, Id, line, Nothing, page, pageQuery, paragraphs, sortQuery, Time } from './wire/values.ts';

export const REPORT_STATES = ['open', 'upheld', 'refused'] as const;
export const ReportState = z.enum(REPORT_STATES);
export type ReportState = z.infer<typeof ReportState>;

/** A takedown request: a person states that an account sold here is theirs. */
export const Report = z.object({
  id: Id,
  email: z.string(),
  /** The account or other item it concerns. */
  subject: z.string(),
  explanation: z.string(),
  state: ReportState,
  created_at: Time,
  /** Username. */
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(Time),
  /** Why it was upheld or refused. */
  reason: z.nullable(z.string()),
  /** How many accounts it withdrew. */
  withdrawn: z.int(),
});
export type Report = z.infer<typeof Report>;

const ReportId = z.object({ id: Id });
const reportFilter = {
  state: z.optional(ReportState),
  /** A prefix of the e-mail address. */
  q: z.optional(line(100)),
};

export const reportsEndpoints = endpoints({
  createReport: {
    access: 'visitor',
    perMinute: 5,
    summary: 'Send a takedown request for an account the shop sells; the answer is always the same',
    body: z.object({ email: Email, subject: line(200, 3), explanation: paragraphs(4_000, 10) }),
    data: Nothing,
  },
  listReports: {
    summary: 'Takedown requests, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listReports'), ...reportFilter }),
    data: z.extend(page(Report), {
      /** How many are open, whatever the filter. */
      open: z.int(),
    }),
  },
  exportReports: {
    freshCode: true,
    summary: 'Filtered takedown requests as a CSV file, newest first',
    query: z.object(reportFilter),
    ...csvFile,
  },
  upholdReport: {
    freshCode: true,
    summary:
      'Uphold a takedown request. Accounts given by id, or by their lines as imported, go off sale immediately, which also ' +
      'needs the permissions stock.read and stock.withdraw; refused if none of them is known. If none is given, none is withdrawn',
    params: ReportId,
    body: z.object({
      reason: Reason,
      lines: z._default(z.array(paragraphs(LONGEST_LINE, 1)).check(z.maxLength(1_000)), []),
      item_ids: z._default(z.array(Id).check(z.maxLength(100)), []),
    }),
    data: z.extend(Report, {
      /** How many of the accounts this shop ever had, sold ones included. */
      found: z.int(),
    }),
  },
  refuseReport: {
    summary: 'Reject a takedown request',
    params: ReportId,
    body: z.object({ reason: Reason }),
    data: Report,
  },
});
