import { isPagePath } from './page-path.ts';

/** Never an existing page: every segment of the site map has letters. */
const UNKNOWN_PAGE = '/-';

/**
 * The URL that the router gets. A page path with invalid escapes ("/%E0%A4%A") becomes an unknown page, so that
 * people see "page not found"; for calls and assets it is kept, and the router refuses it.
 */
export function routableUrl({ url = '/' }: { url?: string | undefined }): string {
  const [path = '/'] = url.split('?', 1);
  return path.includes('%') && isPagePath(path) && !canBeDecoded(path) ? UNKNOWN_PAGE : url;
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
