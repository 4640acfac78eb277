import type { FastifyInstance } from 'fastify';
import { readPageAnnouncements } from '../features/announcements/index.ts';
import { readPageSettings } from '../features/settings/index.ts';
import { bindCrawlers } from '../page-heads/crawlers.ts';
import { readPageHead } from '../page-heads/read-page-head.ts';
import type { Ctx } from '../platform/context.ts';
import { refuseUnknownPaths } from '../platform/http/failures.ts';
import { AssetStore } from '../platform/pages/asset-store.ts';
import { cachePageSettings, type PageSettings } from '../platform/pages/page-settings.ts';
import { servePages } from '../platform/pages/pages.ts';
import type { Live } from '../platform/live.ts';

type Shop = {
  /** The system's. */
  readonly ctx: Ctx;
  readonly live: Live;
};

/** Serves the built pages of a folder, and those of other builds that shops on this database run. Null: the API only. */
export async function bindPages(
  http: FastifyInstance,
  folder: string | null,
  { ctx, live }: Shop,
): Promise<void> {
  if (folder === null) return refuseUnknownPaths(http);
  const { db, clock, publicUrl, isSandbox } = ctx;
  bindCrawlers(http, { ctx, live });
  const assets = new AssetStore(ctx);
  await assets.store(folder);
  const read = async (): Promise<PageSettings> => {
    const [own, announcements] = await Promise.all([
      readPageSettings(db),
      readPageAnnouncements(db, clock.now()),
    ]);
    return { ...own, announcements };
  };
  const settings = cachePageSettings({ clock, read }, http.log);
  live.onChange((change) => {
    if (change === 'admin') settings.forget();
  });
  await servePages(http, folder, {
    settings,
    readHead: (address, reader) => readPageHead({ db, publicUrl }, address, reader),
    assets,
    isSandbox,
  });
}
