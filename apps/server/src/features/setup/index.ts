/**
 * Owns the list of what a shop needs before it opens. Every step is evaluated from what other features know; stored is
 * only what an owner called not needed, and that everything was done once.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { type CountNodes, readSetup, skipSetupStep } from './setup.ts';

export { completeSetup, isShopOpen } from './setup.ts';

/** `countNodes` says how many nodes serve a network. */
export const setupRoutes = (countNodes: CountNodes) =>
  ({ readSetup: (ctx) => readSetup(ctx, countNodes), skipSetupStep }) satisfies Partial<Routes>;
