import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { isLoopback } from '../platform/loopback.ts';
import { publicPageAt } from './public-pages.ts';

/**
 * What public pages read: search engines render pages, and link previews fetch their pictures. Everything else of the
 * API is closed to them.
 */
const OPEN_CALLS = [
  '/api/goods',
  '/api/categories',
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

/**
 * Whom the pages of a shop may be shown to. A sandbox that the internet can reach is a demo, not a shop to be found.
 */
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
