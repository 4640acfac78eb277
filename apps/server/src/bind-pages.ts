import type { FastifyInstance } from 'fastify';
import { readPageSettings } from './features/settings/index.ts';
import { bindCrawlers } from './page-heads/bind-crawlers.ts';
import { readPageHead } from './page-heads/read-page-head.ts';
import type { Ctx } from './platform/context.ts';
import { refuseUnknownPaths } from './platform/http/failures.ts';
import { KeptAssets } from './platform/http/kept/kept-assets.ts';
import { cachePageSettings } from './platform/http/page-settings.ts';
import { servePages } from './platform/http/pages.ts';
import type { Live } from './platform/live/live.ts';

type Shop = {
  /** The system's. */
  readonly ctx: Ctx;
  readonly live: Live;
};

/** Serves the built pages of a folder, and those of other builds that shops on this database run. Null: none. */
export async function bindPages(
  http: FastifyInstance,
  folder: string | null,
  { ctx, live }: Shop,
): Promise<void> {
  if (folder === null) return refuseUnknownPaths(http);
  const { db, clock, publicUrl, isSandbox } = ctx;
  bindCrawlers(http, { ctx, live });
  // The sandbox is one process, which is not replaced while people use it.
  const kept = isSandbox ? null : new KeptAssets(ctx);
  await kept?.keep(folder);
  const settings = cachePageSettings({ clock, read: () => readPageSettings(db) }, http.log);
  live.onChange((change) => {
    if (change === 'admin') settings.forget();
  });
  await servePages(http, folder, {
    settings,
    readHead: (address, reader) => readPageHead({ db, publicUrl }, address, reader),
    kept,
    isSandbox,
  });
}
