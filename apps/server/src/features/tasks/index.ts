/**
 * Owns the list of what waits for a person. Holds nothing itself: each feature counts its own.
 */
import { readTasks } from './read-tasks.ts';
import type { Routes } from '../../platform/http/routes.ts';

export const tasksRoutes = { readTasks } satisfies Partial<Routes>;
