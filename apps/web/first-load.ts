import { WINDOW_PAGE } from '@portside/contract/wire/page-paths';
import { join } from 'node:path';
import { normalizePath } from 'vite';
import { everyModuleOf, FIRST_PAGES, LOGIN, LOGIN_FORM, type FirstPage } from './first-pages.ts';
import { neededBy, type Graph } from './module-graph.ts';

const idOf = (module: string): string => normalizePath(join(import.meta.dirname, 'src', module));

/** A product's page consists of parts of others: it does not count for what everybody loads. */
const PRODUCT = '/product';
/** What the home page of a buyer loads right after its first paint: without other pages' chunks. */
const OVERVIEW: FirstPage = { path: '/overview', modules: ['areas/home-overview.tsx'] };
/** What the sign-in page of a phone shows besides the forms: without a product's or the payment pages' chunks. */
const WINDOW: FirstPage = { path: WINDOW_PAGE, modules: ['areas/shop-window.tsx'] };
/** What the sign-in page shows without the shop window. */
const FORM: FirstPage = { path: '/login/form', modules: [LOGIN_FORM] };
const SIGN_IN: FirstPage = { path: '/login', modules: [LOGIN] };
const LOADED = [...FIRST_PAGES.filter(({ path }) => path !== SIGN_IN.path), OVERVIEW, SIGN_IN, FORM, WINDOW];
/** Chunks of their own, because they are imported by name. */
const OPENED = new Set(LOADED.flatMap((page) => everyModuleOf(page).map(idOf)));
/** Its imports are needed by every page. */
const MAIN = idOf('main.tsx');

/** What so many first pages need, all of them load: one file compresses better than ten. */
const LEAST_PAGES = 5;

/** What weighs less than a request costs, in characters of code: every page loads what two of them share. */
const SMALL = 1_000;

/** Maps each module to the first pages that need it at once, by their paths. */
function pagesOfModules(graph: Graph): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const page of LOADED) {
    const { path } = page;
    const seen = new Set<string>();
    const waiting = [...everyModuleOf(page).map(idOf), MAIN];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      waiting.push(...neededBy(id, graph));
    }
    for (const id of seen) pages.set(id, [...(pages.get(id) ?? []), path]);
  }
  return pages;
}

let known: Map<string, string[]> | undefined;

/** Libraries without an index that names their parts, and the bundler's own. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|zustand|@tanstack)\/|^\0rolldown\/runtime/i;

const PAYING = ['/pay', '/h5Pay', '/mobile/cashRegister'];

/** Pages whose parts are nearly the same: what some of them need, all of them load. The first that fits counts. */
const FAMILIES: readonly (readonly [name: string, pages: readonly string[]])[] = [
  ['home', ['/client/main', '/mobile/index']],
  ['paying', PAYING],
  ['recharges', [...PAYING, '/client/amount-recharge']],
  ['browsing', ['/client/purchase-account', WINDOW_PAGE]],
  ['goods', ['/client/purchase-account', '/client/purchase-record', WINDOW_PAGE]],
];

/** Both home pages show it at once, and the sign-in page later. */
const HARBOUR = '/ui/pictures/harbour.tsx';

/** Two lines that the profile shares with what comes after the first paint, which must need no other file. */
const OFFER = '/lib/browser/held-offer.ts';

/** So short that it is no request of its own: part of everyone's. */
const PHONE_SHEET = '/areas/mobile/layout.module.css';

/** The pages of each layout, and the sign-in page: what all of them need, and no other page, is part of its chunk. */
const LAYOUTS = new Set([
  ...['client', 'mobile'].map((area) =>
    String(
      FIRST_PAGES.filter((page) => everyModuleOf(page).includes(`areas/${area}/layout.tsx`)).map(
        ({ path }) => path,
      ),
    ),
  ),
  SIGN_IN.path,
]);

/**
 * Names the chunk of a module that first pages need at once; null for everything else. `frame` and `own` are the
 * libraries and our own code that every page loads. What few pages need, these few load.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  if (LIBRARIES.test(id)) return 'frame';
  if (id.endsWith(OFFER)) return 'own';
  known ??= pagesOfModules(graph);
  const pages = known.get(id) ?? [];
  if (pages.length === 0 || OPENED.has(id) || id.endsWith(HARBOUR)) return null;
  const common = id.includes('/node_modules/') ? 'frame' : 'own';
  if (pages.every((page) => page === PRODUCT)) return 'ordering';
  const family = FAMILIES.find(([name]) => isInFamily(pages, name))?.[0];
  if (family === undefined && isCommon(id, graph)) return common;
  if (id.endsWith(PHONE_SHEET)) return common;
  if (LAYOUTS.has(String(pages))) return common === 'own' ? null : common;
  if (pages.length === 1 && !isInFamily(pages, 'home', 'paying', 'browsing'))
    return pages[0]!.slice(1).replaceAll('/', '-');
  // Half a kilobyte of styles is no request of its own.
  return family === undefined || (family === 'goods' && id.endsWith('.css')) ? common : family;
}

const isInFamily = (pages: readonly string[], ...names: readonly string[]): boolean =>
  FAMILIES.some(([name, members]) => names.includes(name) && pages.every((page) => members.includes(page)));

/** Whether every page loads it. What it needs itself must be common too, or every page would load that as well. */
function isCommon(id: string, graph: Graph): boolean {
  if (LIBRARIES.test(id)) return true;
  const pages = known!.get(id) ?? [];
  if (pages.filter((page) => page !== PRODUCT).length >= LEAST_PAGES) return true;
  const { length } = graph.getModuleInfo(id)?.code ?? '';
  const isSmall = pages.length > 1 && length < SMALL && !id.endsWith('.css');
  return isSmall && neededBy(id, graph).every((needed) => isCommon(needed, graph));
}

const BACK_OFFICE = 'assets/admin/';

/** The back office's chunks get a folder of their own. */
export const chunkFileNames = ({ facadeModuleId: id }: { facadeModuleId: string | null }): string =>
  `${id?.includes('/admin/') ? BACK_OFFICE : 'assets/'}[name]-[hash].js`;

/** Parts with long lists: opened from a page that has loaded most of them, or rarely. */
const LONG_LISTS =
  /^assets\/(?:product|placed-order|shop-window|intent-note|filter-fields|login-form|fresh-code|trials|report|ban-page|back-office-link|login-expired|draft-bar|agent|customer-service|missing-page|how-to-buy|top-up|refunds|support|terms|privacy)-/;

/** Every page has loaded them: the bundler's own, the libraries and our common code. */
const EVERYWHERE = /^assets\/(?:rolldown-runtime|frame|own)-[\w-]{8}\.js$/;

/**
 * The scripts to preload with a lazy import. The list is part of everyone's first load, and the back office's would
 * be the longest, so it preloads none.
 */
export const resolveDependencies = (
  file: string,
  needed: string[],
  { hostId }: { hostId: string },
): string[] =>
  LONG_LISTS.test(file) || [file, hostId].some((path) => path.startsWith(BACK_OFFICE))
    ? []
    : needed.filter((one) => !EVERYWHERE.test(one));
