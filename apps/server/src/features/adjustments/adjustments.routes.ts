import type { Routes } from '../../platform/http/routes.ts';
import { proposeAdjustment } from './propose-adjustment.ts';

export const adjustmentsRoutes = { adjustBalance: proposeAdjustment } satisfies Partial<Routes>;
