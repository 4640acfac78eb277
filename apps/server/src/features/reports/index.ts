/**
 * Owns takedown requests: people report that an account sold here is theirs, and admins decide. On the wire and in the
 * database they are called reports. Does not own the stock that an upheld request withdraws.
 *
 * Invariant: a takedown request is settled once, and who sends one learns nothing about the stock.
 */
export { reportsRoutes } from './reports.routes.ts';
export { countOpenReports, hasReport } from './reports.sql.ts';
