/**
 * Owns what colleagues write to each other about a user, an order or a product. Does not own those: whoever may read
 * one reads its notes, and writes some.
 *
 * Invariant: a note is changed and deleted by its writer only.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { listNotes, createNote, updateNote, deleteNote } from './notes.ts';

export const notesRoutes = { listNotes, createNote, updateNote, deleteNote } satisfies Partial<Routes>;
