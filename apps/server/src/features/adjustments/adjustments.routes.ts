import type { Routes } from '../../platform/http/routes.ts';
import { adjustBalance } from './adjust-balance.ts';

export const adjustmentsRoutes = { adjustBalance: adjustBalance } satisfies Partial<Routes>;
