/**
 * Owns the views of tables in the back office that admins save for themselves. What a view's filters mean is known to the
 * page of the table alone.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { deleteView, listSavedViews, saveView } from './saved-views.ts';

export const savedViewsRoutes = { listSavedViews, saveView, deleteView } satisfies Partial<Routes>;
