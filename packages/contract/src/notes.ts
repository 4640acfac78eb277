import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, Nothing, page, pageQuery, paragraphs, Time } from './wire/values.ts';

/** What colleagues write notes about; seen by whoever may read it. */
export const NOTE_SUBJECTS = ['user', 'order', 'goods'] as const;
export const NoteSubject = z.enum(NOTE_SUBJECTS);
export type NoteSubject = z.infer<typeof NoteSubject>;

export const Note = z.object({
  id: Id,
  text: z.string(),
  /** A username. */
  written_by: z.string(),
  /** Written by the caller, who alone may change or delete it. */
  is_own: z.boolean(),
  created_at: Time,
  /** Null if it was never changed. */
  edited_at: z.nullable(Time),
});
export type Note = z.infer<typeof Note>;

/** An order by its number, anything else by its id. */
const about = { about: NoteSubject, id: z.string().check(z.regex(/^[0-9A-Z]{1,40}$/)) };
const NoteText = paragraphs(2_000, 1);
const NoteId = z.object({ id: Id });

export const notesEndpoints = endpoints({
  listNotes: {
    access: 'admin',
    summary: 'Notes of colleagues about a user, an order or a product, newest first',
    query: z.object({ ...pageQuery, ...about }),
    data: page(Note),
  },
  createNote: {
    access: 'admin',
    perMinute: 60,
    summary: 'Write a note about a user, an order or a product',
    body: z.object({ ...about, text: NoteText }),
    data: Note,
  },
  updateNote: {
    access: 'admin',
    summary: 'Change an own note',
    params: NoteId,
    body: z.object({ text: NoteText }),
    data: Note,
  },
  deleteNote: { access: 'admin', summary: 'Delete an own note', params: NoteId, data: Nothing },
});
