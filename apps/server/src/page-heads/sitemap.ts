import { LANGUAGES } from '@portside/contract';
import { listDocumentRows } from '../features/documents/index.ts';
import {
  countListedGoods,
  goodsAddress,
  listCategoryRows,
  listListedGoods,
} from '../features/goods/index.ts';
import type { Db } from '../platform/db/db.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { inLanguage, LANGUAGE_TAGS } from '../platform/http/head/language-address.ts';
import { ADDRESSES, type PublicPage } from './public-pages.ts';
import { categoryAddress } from './read-page-head.ts';

type Shop = { readonly db: Db; readonly publicUrl: string };
/** From the root of the site; `changedAt` is absent where nobody knows. */
type Entry = { readonly address: string; readonly changedAt?: Date | undefined };

/** A file may have 50,000 addresses and 50 MB; with those in the languages each takes up to a kilobyte. */
export const MOST_GOODS_PER_FILE = 10_000;

/**
 * The sitemap (sitemaps.org): every public page with its addresses in the languages. Beyond so many products it is an
 * index of files, which `readSitemapFile` writes.
 */
export async function readSitemap(shop: Shop, most = MOST_GOODS_PER_FILE): Promise<string> {
  const files = await countFiles(shop, most);
  if (files === 1) return (await readSitemapFile(shop, 1, most))!;
  const entries = Array.from({ length: files }, (_, at) => locationOf(shop, sitemapAddress(at + 1)));
  return `${XML}<sitemapindex xmlns="${SITEMAPS}">\n${entries.map((entry) => `<sitemap>${entry}</sitemap>\n`).join('')}</sitemapindex>\n`;
}

/** One file of the sitemap, numbered from 1; the first has all pages besides products. Null beyond the last. */
export async function readSitemapFile(
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
  const [documents, categories] = await Promise.all([listDocumentRows(db), listCategoryRows(db)]);
  const changes = new Map<string, Date>(documents.map(({ name, updated_at }) => [name, updated_at]));
  return [
    ...(Object.entries(ADDRESSES) as [PublicPage, string][]).map(([page, address]) => ({
      address,
      changedAt: changes.get(page),
    })),
    ...categories.map(({ id }) => ({ address: categoryAddress(id) })),
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
