import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const RUNTIME = 'rolldown-runtime';
/** Every page loads it, before everything else. */
const FRAME = 'frame';
/** Holds the libraries' stylesheets, which its own refine: all pages have it without the libraries asking for it. */
const OWN = 'own';

/** Above any name that minified code has. */
const named = (exported: string): string => `runtime$${exported}`;

const EXPORTS = /export\s*\{([^}]*)\};?\s*$/;
const importsOf = (fileName: string): RegExp =>
  new RegExp(`import(?:\\{([^}]*)\\}from)?["'\`][./]*${fileName.split('/').at(-1)}["'\`];?`, 'g');

const pairsOf = (list: string): (readonly [from: string, to: string])[] =>
  list.split(',').map((name) => {
    const [from, to = from] = name.trim().split(/\s+as\s+/);
    return [from!, to!];
  });

/**
 * With chunks that are named, the bundler puts half a kilobyte of its own into a file that every other one imports, and
 * no group can take it. It becomes a part of the libraries' file: a request less before each first paint.
 */
export const runtimeInFrame = (): Plugin => ({
  name: 'runtime-in-frame',
  apply: 'build',
  // Files that differ by this alone must not have the same name.
  augmentChunkHash: () => 'runtime-in-frame',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const runtime = chunks.find(({ name }) => name === RUNTIME);
      const frame = chunks.find(({ name }) => name === FRAME);
      if (!runtime || !frame) throw new Error(`the build has no ${runtime ? FRAME : RUNTIME}`);
      const others = chunks.filter((chunk) => chunk !== runtime && chunk !== frame);
      for (const chunk of others) importFrom(frame, runtime, chunk);
      absorb(frame, runtime);
      const own = others.find(({ name }) => name === OWN);
      if (own) forget(frame, own);
      delete bundle[runtime.fileName];
    },
  },
});

function absorb(frame: Rolldown.OutputChunk, runtime: Rolldown.OutputChunk): void {
  const list = EXPORTS.exec(runtime.code)?.[1];
  if (list === undefined) throw new Error(`${runtime.fileName} exports nothing`);
  const exported = pairsOf(list);
  const listOf = (write: (local: string, name: string) => string): string =>
    exported.map(([local, name]) => write(local, name)).join(',');
  const parts = listOf((local, name) => `${name}:${local}`);
  const places = listOf((_, name) => `${name}:${named(name)}`);
  const body = runtime.code.replace(EXPORTS, '');
  const code = frame.code.replace(importsOf(runtime.fileName), (_, names: string) =>
    pairsOf(names)
      .map(([name, local]) => `var ${local}=${named(name)};`)
      .join(''),
  );
  const all = listOf((_, name) => named(name));
  frame.code = `var{${places}}=(()=>{${body}return{${parts}}})();${code}export{${all}};`;
  frame.imports = frame.imports.filter((name) => name !== runtime.fileName);
}

/** Takes out an import that was for stylesheets only: in a circle, the libraries would come after what needs them. */
function forget(frame: Rolldown.OutputChunk, own: Rolldown.OutputChunk): void {
  frame.code = frame.code.replace(importsOf(own.fileName), (_, names?: string) => {
    if (names !== undefined) throw new Error(`${frame.fileName} needs ${names} of ${own.fileName}`);
    return '';
  });
  frame.imports = frame.imports.filter((name) => name !== own.fileName);
}

const renamed = (names: string): string =>
  pairsOf(names)
    .map(([name, local]) => `${named(name)} as ${local}`)
    .join(',');

function importFrom(
  frame: Rolldown.OutputChunk,
  runtime: Rolldown.OutputChunk,
  chunk: Rolldown.OutputChunk,
): void {
  if (!chunk.imports.includes(runtime.fileName)) return;
  const path = posix.relative(posix.dirname(chunk.fileName), frame.fileName);
  const from = JSON.stringify(path.startsWith('.') ? path : `./${path}`);
  chunk.code = chunk.code.replace(importsOf(runtime.fileName), (_, names?: string) =>
    names === undefined ? `import${from};` : `import{${renamed(names)}}from${from};`,
  );
  const rest = chunk.imports.filter((name) => name !== runtime.fileName && name !== frame.fileName);
  chunk.imports = [frame.fileName, ...rest];
}
