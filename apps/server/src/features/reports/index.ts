/**
 * Owns the reports of people who say that an account which is sold here is theirs, and what was decided on
 * them. Does not own the stock that is withdrawn by it.
 *
 * Invariant: a report is settled once, and who reports learns nothing of the stock.
 */
export { reportsRoutes } from './reports.routes.ts';
export { countOpenReports, hasReport } from './reports.sql.ts';
