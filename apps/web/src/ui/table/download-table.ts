import type { ExportName, Request } from '@portside/contract';
import type { RequestOf } from '../../lib/api/call.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';

type FilterOf<N extends ExportName> = Request<N> extends { query: infer Q } ? Q : never;
/** Paging and sorting, which a file does not use. */
type Shown = { readonly limit?: number; readonly cursor?: string; readonly sort?: string };

/** Downloads all rows that match the filter, in the list's default order. Throws ApiError. */
export function downloadTable<N extends ExportName>(
  name: N,
  query: FilterOf<N> & Shown,
  filename: string,
): Promise<void> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = query;
  return downloadFile(name, { query: filter } as unknown as RequestOf<N>, filename);
}
