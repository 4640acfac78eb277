import type { Routes } from '../../platform/http/routes.ts';
import { createReport } from './create-report.ts';
import { exportReports } from './export-reports.ts';
import { listReports } from './list-reports.ts';
import { refuseReport, upholdReport } from './settle-report.ts';

export const reportsRoutes = {
  createReport,
  listReports,
  exportReports,
  upholdReport,
  refuseReport,
} satisfies Partial<Routes>;
