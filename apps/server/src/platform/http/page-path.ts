import { PAGE_PATHS } from '@portside/contract/wire/page-paths';

const KNOWN = new Set(PAGE_PATHS.map(plain));

/** Whether there is such a page, as the browser's router matches: in any letter case, with or without a last slash. */
export const isKnownPage = (path: string): boolean => KNOWN.has(plain(path));

function plain(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '');
}

/** Whether a path belongs to the pages, which the browser routes: neither a call nor a built asset. */
export const isPagePath = (address: string): boolean => !/^\/(api|assets)(\/|$)/.test(address);
