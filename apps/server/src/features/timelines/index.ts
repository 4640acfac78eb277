/**
 * Owns what is known of a user in one place: figures over all time, and one list of everything that happened. Stores
 * nothing: both are read from the tables of the features below, and show what the caller may read.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { listUserTimeline, readUserOverview } from './user-timeline.ts';

export const timelinesRoutes = { readUserOverview, listUserTimeline } satisfies Partial<Routes>;
