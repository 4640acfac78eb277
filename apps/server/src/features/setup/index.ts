/**
 * Owns the list of what a shop needs before it opens. Every step is evaluated from what other features know; stored is
 * only what an owner called not needed, and that everything was done once.
 */
import './setup.tables.ts';

export { completeSetup } from './complete-setup.job.ts';
export { isShopOpen } from './setup.sql.ts';
export { setupRoutes } from './setup.routes.ts';
