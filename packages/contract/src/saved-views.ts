import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Nothing, page, wholeListQuery } from './wire/values.ts';

/** Filters and order of a table of the back office, which one admin has given a name. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** As the address of the page has them. */
  query: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

const TableName = z.string().check(z.regex(/^[\w-]{1,40}$/));

export const savedViewsEndpoints = endpoints({
  listSavedViews: {
    access: 'admin',
    summary: "The caller's own views of a table, by name",
    query: z.object({ ...wholeListQuery, table: TableName }),
    data: page(SavedView),
  },
  saveView: {
    access: 'admin',
    perMinute: 60,
    summary: 'Save a view of a table under a name; one of the same name is replaced',
    body: z.object({ table: TableName, name: line(40, 1), query: line(1_000, 1) }),
    data: SavedView,
  },
  deleteView: {
    access: 'admin',
    summary: 'Delete an own view',
    params: z.object({ id: Id }),
    data: Nothing,
  },
});
