/**
 * Owns takedown requests: people report that an account sold here is theirs, and admins decide. On the wire and in the
 * database they are called reports. Does not own the stock that an upheld request withdraws.
 *
 * Invariant: a takedown request is settled once, and who sends one learns nothing about the stock.
 */

import type { Routes } from '../../platform/http/routes.ts';
import { exportReports, listReports } from './list-reports.ts';
import { createReport, refuseReport, upholdReport } from './write-report.ts';

export { readReportReceived } from './write-report.ts';
export { countOpenReports, hasReport } from './reports.sql.ts';

export const reportsRoutes = {
  createReport,
  listReports,
  exportReports,
  upholdReport,
  refuseReport,
} satisfies Partial<Routes>;
