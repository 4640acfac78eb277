/**
 * Owns the list of tasks that wait for a person. Stores nothing: each feature counts its own.
 */
import { readTasks } from './read-tasks.ts';
import type { Routes } from '../../platform/http/routes.ts';

export const tasksRoutes = { readTasks } satisfies Partial<Routes>;
