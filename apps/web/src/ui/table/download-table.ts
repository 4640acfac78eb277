import type { ExportName, Request } from '@portside/contract';
import type { RequestOf } from '../../lib/api/call.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';

type FilterOf<N extends ExportName> = Request<N> extends { query: infer Q } ? Q : never;
/** Which rows of a list a page shows, and in which order. */
type Shown = { readonly limit?: number; readonly cursor?: string; readonly sort?: string };

/** A table as a file: all rows that its filter holds, in the list's own order. Throws ApiError. */
export function downloadTable<N extends ExportName>(
  name: N,
  query: FilterOf<N> & Shown,
  filename: string,
): Promise<void> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = query;
  return downloadFile(name, { query: filter } as unknown as RequestOf<N>, filename);
}
