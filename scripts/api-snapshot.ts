import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { findBreaks, snapshotOf, writeSnapshot, type Snapshot } from './compare-documents.ts';
import { completeDocument, type ApiDocument } from '../apps/server/src/api-document/complete-document.ts';
import { createHttp } from '../apps/server/src/platform/http/http.ts';
import { bindRoutes } from '../apps/server/src/platform/http/routes.ts';

/**
 * `npm run api:snapshot` writes the snapshot of the API that tests compare with. It refuses a change that breaks clients
 * until the major version is raised and docs/api-changes.md has a heading for it; `--document` prints the whole document.
 */
const root = join(import.meta.dirname, '..');
const FILE = join(root, 'docs/generated/api-snapshot.json');

/** The snapshot in the repository. */
export const readSnapshot = (): Snapshot => JSON.parse(readFileSync(FILE, 'utf8')) as Snapshot;

/** The document of a shop without a database: routes are described before anything answers them. */
export async function describeApi(publicUrl: string): Promise<ApiDocument> {
  const http = await createHttp({ log: pino({ level: 'silent' }), trustedProxies: [], perMinute: null });
  const nothing = (): never => {
    throw new Error('this shop only describes its calls');
  };
  const routes = new Proxy({}, { get: () => nothing });
  const options = { contextOf: nothing, authenticate: nothing, authenticateBlocked: nothing, limitFactor: 1 };
  bindRoutes(http, routes as never, options);
  await http.ready();
  const document = completeDocument(http.swagger(), publicUrl);
  await http.close();
  return document;
}

const majorOf = (version: string): number => Number(version.split('.', 1)[0]);

/** Breaks that neither version nor changelog announce; `changes` is the text of docs/api-changes.md. */
export function unannouncedBreaks(older: Snapshot, newer: Snapshot, changes: string): string[] {
  const breaks = findBreaks(older, newer);
  const isAnnounced =
    majorOf(newer.version) > majorOf(older.version) && changes.includes(`\n## ${newer.version}\n`);
  return isAnnounced ? [] : breaks;
}

/** The changelog of the API. */
export const readChanges = (): string => readFileSync(join(root, 'docs/api-changes.md'), 'utf8');

if (import.meta.main) {
  const document = await describeApi('https://shop.example.org');
  if (process.argv.includes('--document')) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  else {
    const snapshot = snapshotOf(document);
    const breaks = existsSync(FILE) ? unannouncedBreaks(readSnapshot(), snapshot, readChanges()) : [];
    if (breaks.length > 0) {
      const what = 'These changes break clients. Raise API_VERSION and describe them in docs/api-changes.md:';
      process.stderr.write(`${what}\n${breaks.join('\n')}\n`);
      process.exitCode = 1;
    } else writeFileSync(FILE, writeSnapshot(snapshot));
  }
}
