import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../platform/context.ts';
import { AnswerCache } from '../platform/http/answer-cache.ts';
import type { Live } from '../platform/live.ts';
import { refuse } from '../platform/refusal.ts';
import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { isLoopback } from '../platform/ip-address.ts';
import { publicPageAt, ADDRESSES } from './read-page-head.ts';
import type { PublicPage } from './page-heads.texts.ts';
import { LANGUAGES } from '@portside/contract';
import { listDocumentRows } from '../features/documents/index.ts';
import {
  categoryAddress,
  countListedGoods,
  familyAddress,
  goodsAddress,
  listCategoryRows,
  listListedFamilies,
  listListedGoods,
} from '../features/goods/index.ts';
import type { Db } from '../platform/db/db.ts';
import { escapeHtml } from '../platform/html.ts';
import { inLanguage, LANGUAGE_TAGS } from '../platform/pages/language.ts';

type Options = {
  readonly ctx: Pick<Ctx, 'db' | 'clock' | 'publicUrl' | 'isSandbox'>;
  readonly live: Pick<Live, 'onChange'>;
  readonly mostPerFile?: number;
};

/** Stock changes only a product's time of last change, so crawlers may learn of it a minute late. */
const MAX_AGE_MS = 60_000;
const XML_TYPE = 'application/xml; charset=utf-8';
const HIDDEN = { schema: { hide: true } };

/**
 * Serves `/robots.txt` and `/sitemap.xml`. A sitemap is cached until an admin changes something, because
 * reading one of many products takes a while.
 */
export function bindCrawlers(
  app: FastifyInstance,
  { ctx, live, mostPerFile = MOST_GOODS_PER_FILE }: Options,
): void {
  const answers = new AnswerCache(ctx.clock, 0, MAX_AGE_MS);
  live.onChange((change) => {
    if (change === 'admin') answers.invalidate(change);
  });
  const robots = writeRobots(ctx);
  app.get('/robots.txt', HIDDEN, (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robots),
  );
  app.get('/sitemap.xml', HIDDEN, (request, reply) =>
    answers.send(request, reply, 'all', () => readSitemap(ctx, mostPerFile), XML_TYPE),
  );
  app.get('/sitemap-:number.xml', HIDDEN, async (request: FastifyRequest, reply: FastifyReply) => {
    const { number } = request.params as { number: string };
    if (!/^[1-9]\d{0,4}$/.test(number)) return refuse('notFound', 'sitemap');
    const build = async (): Promise<string> =>
      (await readSitemapFile(ctx, Number(number), mostPerFile)) ?? refuse('notFound', 'sitemap');
    return answers.send(request, reply, number, build, XML_TYPE);
  });
}

/**
 * What public pages read: search engines render pages, and link previews fetch their pictures. Everything else of the
 * API is closed to them.
 */
const OPEN_CALLS = [
  '/api/goods',
  '/api/categories',
  '/api/attributes',
  '/api/families',
  '/api/brand/images/',
  '/api/site-config',
  '/api/payment-methods/enabled',
  '/api/announcements/position/',
  '/api/documents/',
  '/api/live-figures',
  '/api/support$',
];

/** `/order/…` is where e-mails lead. */
const CLOSED_FOLDERS = ['/admin', '/api/', '/order/'];

/** Who may index the pages. A sandbox on the internet is a demo, not a shop to be found. */
export function writeRobots({ publicUrl, isSandbox }: { publicUrl: string; isSandbox: boolean }): string {
  if (isSandbox && !isLoopback(publicUrl)) return 'User-agent: *\nDisallow: /\n';
  const closed = PAGE_PATHS.filter(
    (path) => !path.includes(':') && !path.startsWith('/admin') && !publicPageAt(path, NO_QUERY),
  );
  return [
    'User-agent: *',
    ...OPEN_CALLS.map((path) => `Allow: ${path}`),
    ...[...CLOSED_FOLDERS, ...closed].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
    '',
  ].join('\n');
}

const NO_QUERY = new URLSearchParams();

type Shop = { readonly db: Db; readonly publicUrl: string };

/** From the root of the site; `changedAt` is absent if nobody knows. */
type Entry = { readonly address: string; readonly changedAt?: Date | undefined };

/** A file may have 50,000 addresses and 50 MB; with those in the languages each takes up to a kilobyte. */
const MOST_GOODS_PER_FILE = 10_000;

/**
 * The sitemap (sitemaps.org): every public page with its addresses in the languages. Beyond so many products it is an
 * index of files, which `readSitemapFile` writes.
 */
async function readSitemap(shop: Shop, most = MOST_GOODS_PER_FILE): Promise<string> {
  const files = await countFiles(shop, most);
  if (files === 1) return (await readSitemapFile(shop, 1, most))!;
  const entries = Array.from({ length: files }, (_, at) => locationOf(shop, sitemapAddress(at + 1)));
  return `${XML}<sitemapindex xmlns="${SITEMAPS}">\n${entries.map((entry) => `<sitemap>${entry}</sitemap>\n`).join('')}</sitemapindex>\n`;
}

/** One file of the sitemap, numbered from 1; the first has all pages besides products. Null beyond the last. */
async function readSitemapFile(
  shop: Shop,
  number: number,
  most = MOST_GOODS_PER_FILE,
): Promise<string | null> {
  if (number > (await countFiles(shop, most))) return null;
  const goods = await listListedGoods(shop.db, { offset: (number - 1) * most, limit: most });
  const entries = [
    ...(number === 1 ? await listOtherPages(shop) : []),
    ...goods.map((row) => ({ address: goodsAddress(row), changedAt: row.changedAt })),
  ];
  const urls = entries.map((entry) => urlOf(shop, entry)).join('');
  return `${XML}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}</urlset>\n`;
}

/** The address of one file, from the root of the site. */
const sitemapAddress = (number: number): string => `/sitemap-${number}.xml`;

async function countFiles({ db }: Shop, most: number): Promise<number> {
  return Math.max(1, Math.ceil((await countListedGoods(db)) / most));
}

async function listOtherPages({ db }: Shop): Promise<Entry[]> {
  const [documents, categories, families] = await Promise.all([
    listDocumentRows(db),
    listCategoryRows(db),
    listListedFamilies(db),
  ]);
  const changes = new Map<string, Date>(documents.map(({ name, updated_at }) => [name, updated_at]));
  return [
    ...(Object.entries(ADDRESSES) as [PublicPage, string][]).map(([page, address]) => ({
      address,
      changedAt: changes.get(page),
    })),
    ...categories.map((row) => ({ address: categoryAddress(row), changedAt: row.updated_at })),
    ...families.map((row) => ({ address: familyAddress(row), changedAt: row.changedAt })),
  ];
}

function urlOf(shop: Shop, { address, changedAt }: Entry): string {
  const { href } = new URL(address, shop.publicUrl);
  const alternates = [
    ...LANGUAGES.map((language) => [LANGUAGE_TAGS[language], inLanguage(href, language)] as const),
    ['x-default', href] as const,
  ].map(
    ([language, other]) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(other)}"/>\n`,
  );
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>\n`;
  return `<url>\n${locationOf(shop, address)}\n${changed}${alternates.join('')}</url>\n`;
}

const locationOf = ({ publicUrl }: Shop, address: string): string =>
  `<loc>${escapeHtml(new URL(address, publicUrl).href)}</loc>`;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
