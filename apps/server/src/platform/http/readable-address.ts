import { isPageAddress } from './page-address.ts';

/** Never a page's own: a segment of the site map has letters. */
const NO_PAGE = '/-';

/**
 * The address that the router is given. One whose escapes cannot be read ("/%E0%A4%A") is, for people, a page
 * that there is not; calls and built files keep it, and are refused by the router.
 */
export function readableAddress({ url = '/' }: { url?: string | undefined }): string {
  const [path = '/'] = url.split('?', 1);
  return path.includes('%') && isPageAddress(path) && !canBeRead(path) ? NO_PAGE : url;
}

function canBeRead(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
