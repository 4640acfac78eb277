import type { Routes } from '../../platform/http/routes.ts';
import { readTreasury } from './read-treasury.ts';

export const treasuryRoutes = { readTreasury } satisfies Partial<Routes>;
