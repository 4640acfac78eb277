/**
 * Owns the back office's one search over everything. Stores nothing: each kind is looked up by an index of its own, in
 * a small statement of its own, and only where the caller may read it.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { searchOffice } from './search-office.ts';

export const searchRoutes = { searchOffice } satisfies Partial<Routes>;
