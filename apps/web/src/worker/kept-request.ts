import { GOODS_FOLDER, PAGE_PATHS } from '@portside/contract/wire/page-paths';

/** What the worker may keep, and under which key. Two requests with one key have the same answer for everybody. */
export type KeptRequest = { readonly kind: Kind; readonly key: string };

type Kind = 'page' | 'start' | 'asset' | 'catalogue';

type Asked = Pick<Request, 'method' | 'url' | 'mode' | 'headers'>;

/** The page that opens where the requested one was never visited: its scripts show the right one. */
export const START_PAGE = '/';
/** Runs before each page: without it none opens. Its name carries no hash. */
export const START_SCRIPT = '/start.js';
/** Paths of keys of which there are as many as products. */
export const PRODUCT_PAGES = new RegExp(`^${GOODS_FOLDER}/[^/]+$`);
export const PRODUCT_ANSWERS = /^\/kept\/.*\/goods\/\d+$/;
const CATALOGUE = '/kept/';

const PAGES = new Set(PAGE_PATHS.filter((path) => !/:|^\/admin/.test(path)).map(plain));
/**
 * Built files carry a hash of their content, and the brand's pictures never change. The back office's files are in a
 * folder of their own and are not kept.
 */
const ASSET = /^\/(?:assets|api\/brand\/images)\/[\w.-]+$/;
/** All products, one of them, and the categories: the same for every reader of a language. */
const PUBLIC_CALL = /^\/api\/(?:goods(?:\/\d{1,18})?|categories)$/;

/**
 * Decides whether a request's answer may be kept; null for everything else, which the worker never touches. A page is
 * kept by its path alone: what follows may be a secret, such as the ticket of a payment.
 */
export function keptRequest({ method, url, mode, headers }: Asked, origin: string): KeptRequest | null {
  const { origin: asked, pathname, search } = new URL(url);
  if (method !== 'GET' || asked !== origin || headers.has('range')) return null;
  if (mode === 'navigate') {
    const path = plain(pathname);
    return PAGES.has(path) || PRODUCT_PAGES.test(path) ? { kind: 'page', key: path } : null;
  }
  if (pathname === START_SCRIPT) return { kind: 'start', key: pathname };
  if (ASSET.test(pathname) && search === '') return { kind: 'asset', key: pathname };
  // The list's next part has a cursor; what somebody searched for is theirs.
  if (!PUBLIC_CALL.test(pathname) || !/^(?:\?cursor=[^&]*)?$/.test(search)) return null;
  const language = encodeURIComponent(headers.get('accept-language') ?? '');
  return { kind: 'catalogue', key: `${CATALOGUE}${language}${pathname}${search}` };
}

/** As the router matches: in any letter case, with or without trailing slashes. */
function plain(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '') || START_PAGE;
}

const TYPES = {
  page: /^text\/html\b/,
  start: /\bjavascript\b/,
  asset: /^(?:text\/(?:javascript|css)|application\/(?:javascript|json|wasm)|image\/|font\/)/,
  catalogue: /^application\/json\b/,
} as const;

/** Whether an answer is what was asked for: not an error, a redirect, or the sign-in page of a hotel's network. */
export const isKeepable = ({ kind }: KeptRequest, answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !answer.redirected &&
  TYPES[kind].test(answer.headers.get('content-type') ?? '');
