import type { Input, Report } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listReports } from './list-reports.ts';

const COLUMNS: Columns<Report> = {
  id: (report) => report.id,
  created_at: (report) => report.created_at,
  email: (report) => report.email,
  subject: (report) => report.subject,
  explanation: (report) => report.explanation,
  state: (report) => report.state,
  settled_at: (report) => report.settled_at,
  settled_by: (report) => report.settled_by,
  reason: (report) => report.reason,
  withdrawn: (report) => report.withdrawn,
};

/** The takedown requests that pass a filter as a CSV file, newest first. */
export const exportReports = (
  ctx: Ctx,
  { query }: Input<'exportReports'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'takedown-requests',
    action: 'report.export',
    subject: 'report',
    query,
    columns: COLUMNS,
    readPage: (page) => listReports(ctx, { query: { ...query, ...page } }),
  });
