import type { FastifyInstance } from 'fastify';
import { readGoodsHead } from './features/goods/index.ts';
import { readPageSettings } from './features/settings/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { refuseUnknownPaths } from './platform/http/failures.ts';
import { KeptAssets } from './platform/http/kept/kept-assets.ts';
import { cachePageSettings } from './platform/http/page-settings.ts';
import { servePages } from './platform/http/pages.ts';
import type { Live } from './platform/live/live.ts';

type Shop = {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  readonly publicUrl: string;
  readonly isSandbox: boolean;
};

/** Serves the built pages of a folder, and those of other builds that shops on this database run. Null: none. */
export async function bindPages(
  http: FastifyInstance,
  folder: string | null,
  { db, clock, live, publicUrl, isSandbox }: Shop,
): Promise<void> {
  if (folder === null) return refuseUnknownPaths(http);
  // The sandbox is one process, which is not replaced while people use it.
  const kept = isSandbox ? null : new KeptAssets(db, clock);
  await kept?.keep(folder);
  const settings = cachePageSettings({ clock, read: () => readPageSettings(db) }, http.log);
  live.onChange((change) => {
    if (change === 'admin') settings.forget();
  });
  await servePages(
    http,
    folder,
    settings,
    (path, language) => readGoodsHead({ db, publicUrl, language }, path),
    kept,
  );
}
