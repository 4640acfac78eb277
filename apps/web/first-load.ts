import { WINDOW_PAGE } from '@portside/contract/wire/page-paths';
import { join } from 'node:path';
import { normalizePath } from 'vite';
import {
  everyModuleOf,
  FIRST_PAGES,
  LOGIN,
  LOGIN_FORM,
  MOBILE_LAYOUT,
  PHONE_PAGES,
  type FirstPage,
} from './first-pages.ts';
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
const LOADED = [
  ...FIRST_PAGES.filter(({ path }) => path !== SIGN_IN.path).map(withPhones),
  OVERVIEW,
  SIGN_IN,
  FORM,
  WINDOW,
];

/** The same screen on phones is in the same chunk, not in one of its own for a single line. */
function withPhones(page: FirstPage): FirstPage {
  const twin = PHONE_PAGES.find(({ path }) => path === page.path.replace('/client/', '/mobile/'));
  const modules = twin?.modules.filter((module) => module !== MOBILE_LAYOUT) ?? [];
  return { ...page, modules: [...page.modules, ...modules] };
}

/** Its imports are needed by every page. */
const MAIN = idOf('main.tsx');
/** Every page loads it, a moment later. */
const AFTER_PAINT = idOf('app/after-paint.tsx');

/** What so many first pages need, all of them load: one file compresses better than ten. */
const LEAST_PAGES = 5;

/** What weighs less than a request costs, in characters of code: every page loads what two of them share. */
const SMALL = 1_000;

/** Maps each module to the first pages that need it at once, by their paths. */
function pagesOfModules(graph: Graph): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const page of LOADED) {
    const { path } = page;
    const modules = allNeededBy([...everyModuleOf(page).map(idOf), MAIN], graph);
    for (const id of modules) pages.set(id, [...(pages.get(id) ?? []), path]);
  }
  // Half a kilobyte of styles is no request of its own.
  const all = LOADED.map(({ path }) => path);
  for (const id of allNeededBy([AFTER_PAINT], graph)) if (id.endsWith('.css')) pages.set(id, all);
  return pages;
}

function allNeededBy(modules: readonly string[], graph: Graph): Set<string> {
  const seen = new Set<string>();
  const waiting = [...modules];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...neededBy(id, graph));
  }
  return seen;
}

let known: Map<string, string[]> | undefined;

/** Libraries without an index that names their parts. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|zustand|@tanstack)\//;

const PAYING = ['/pay', '/h5Pay', '/mobile/cashRegister'];

/** Pages whose parts are nearly the same: what some of them need, all of them load. The first that fits counts. */
const FAMILIES: readonly (readonly [name: string, pages: readonly string[]])[] = [
  ['home', ['/client/main', '/mobile/index']],
  ['paying', PAYING],
  ['recharges', [...PAYING, '/client/amount-recharge']],
  ['browsing', ['/client/purchase-account', WINDOW_PAGE]],
];

/** Both home pages show it at once, and the sign-in page later. */
const HARBOUR = '/ui/pictures/harbour.tsx';

/** Two lines that the profile shares with what comes after the first paint, which must need no other file. */
const OFFER = '/lib/browser/install-offer.ts';

/** Those of a language that the top-up page needs at once. */
const TOP_UP_TEXTS = /\/locales\/([\w-]+)\/(?:address|recharges|sandbox)\.ts$/;

/** The pages of each layout: what all of them need, and no other page, is part of its chunk. */
const LAYOUTS = new Set(
  ['client', 'mobile'].map((area) =>
    String(
      FIRST_PAGES.filter((page) => everyModuleOf(page).includes(`areas/${area}/layout.tsx`)).map(
        ({ path }) => path,
      ),
    ),
  ),
);

/**
 * Names the chunk of a module that first pages need at once; null for everything else. `frame` and `own` are the
 * libraries and our own code that every page loads. What few pages need, these few load. The stylesheets of both, and
 * of the layouts, are one file, that of `own`.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  if (LIBRARIES.test(id)) return 'frame';
  if (id.endsWith(OFFER)) return 'own';
  const texts = TOP_UP_TEXTS.exec(id);
  if (texts) return `recharges-${texts[1]}`;
  known ??= pagesOfModules(graph);
  const pages = known.get(id) ?? [];
  if (pages.length === 0 || id.endsWith(HARBOUR)) return null;
  const isSheet = id.endsWith('.css');
  const common = id.includes('/node_modules/') && !isSheet ? 'frame' : 'own';
  if (pages.every((page) => page === PRODUCT)) return 'ordering';
  const family = FAMILIES.find(([name]) => isInFamily(pages, name))?.[0];
  if (family === undefined && isCommon(id, graph)) return common;
  if (LAYOUTS.has(String(pages))) return isSheet || common === 'frame' ? common : null;
  if (pages.length === 1 && !isInFamily(pages, 'home', 'paying', 'browsing'))
    return pages[0]!.slice(1).replaceAll('/', '-');
  // Half a kilobyte of styles is no request of its own.
  return family === undefined || (family === 'recharges' && isSheet) ? common : family;
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
  /^assets\/(?:product|placed-order|shop-window|intent-note|filter-fields|login-form|fresh-code|trials|report|ban-page|back-office-link|login-expired|draft-bar|agent|customer-service|missing-page|document)-/;

/** Every page has loaded them: the libraries and our common code. */
const EVERYWHERE = /^assets\/(?:frame|own)-[\w-]{8}\.js$/;

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
