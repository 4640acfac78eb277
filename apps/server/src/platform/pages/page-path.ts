import { isOrderLink, PAGE_PATHS, SANDBOX_PAGE } from '@portside/contract/wire/page-paths';

const PAGES = new Set(PAGE_PATHS.filter((path) => !path.includes(':')).map(plain));
/** Pages with a variable last part: the path before that part. */
const FOLDERS = PAGE_PATHS.flatMap((path) => /^([^:]+)\/:\w+$/.exec(path)?.[1] ?? []);

/** Whether there is such a page, as the browser's router matches: in any letter case, with or without a last slash. */
export const isKnownPage = (path: string): boolean =>
  PAGES.has(plain(path)) || folderOf(path) !== undefined || isOrderLink(path);

export const isSandboxPage = (path: string): boolean => plain(path) === SANDBOX_PAGE;

/** The folder of a page of which there are many, as `/product` of `/product/12`; undefined for every other. */
export const folderOf = (path: string): string | undefined =>
  FOLDERS.find((folder) => new RegExp(`^${plain(folder)}/[^/]+$`).test(plain(path)));

function plain(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '');
}

/** Whether a path belongs to the pages, which the browser routes: neither a call nor a built asset. */
export const isPagePath = (address: string): boolean => !/^\/(api|assets)(\/|$)/.test(address);

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
