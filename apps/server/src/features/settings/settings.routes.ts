import type { Routes } from '../../platform/http/routes.ts';
import { readSiteConfig, type SiteFacts } from './read-site-config.ts';

/** The addresses to pay belong to a higher feature, so the composition hands them in. */
export const settingsRoutes = (facts: SiteFacts) =>
  ({ readSiteConfig: (ctx) => readSiteConfig(ctx, facts) }) satisfies Partial<Routes>;
