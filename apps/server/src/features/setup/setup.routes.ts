import type { Routes } from '../../platform/http/routes.ts';
import type { CountNodes } from './evaluate-setup.ts';
import { readSetup } from './read-setup.ts';
import { skipSetupStep } from './skip-setup-step.ts';

/** `countNodes` says how many nodes serve a network. */
export const setupRoutes = (countNodes: CountNodes) =>
  ({ readSetup: (ctx) => readSetup(ctx, countNodes), skipSetupStep }) satisfies Partial<Routes>;
