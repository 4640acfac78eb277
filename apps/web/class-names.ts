import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { CSSModulesOptions } from 'vite';

/**
 * Names of classes in the built pages: four characters of the file and the class's place in it, such as `_k3f90`. The
 * default, names that can be read, is a kilobyte of each first load.
 */
export const shortClassNames: CSSModulesOptions = {
  generateScopedName(name, file, css) {
    const names = [...new Set(css.match(/(?<=\.)[_a-zA-Z][\w-]*/g))];
    return `_${shortNameOf(relative(import.meta.dirname, file.split('?')[0]!))}${names.indexOf(name).toString(36)}`;
  },
};

const taken = new Map<string, string>();

/** The same on every machine. Throws where two files would share one: lengthen it then. */
function shortNameOf(path: string): string {
  const name = createHash('sha256').update(path).digest('hex');
  const short = BigInt(`0x${name}`).toString(36).slice(0, 4);
  if ((taken.get(short) ?? path) !== path) throw new Error(`${path} and ${taken.get(short)} share ${short}`);
  taken.set(short, path);
  return short;
}
