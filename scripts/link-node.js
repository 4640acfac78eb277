// Runs at the end of each installation. On a Node before 20.19 npm leaves out what is compiled for newer ones, and
// says nothing. Then node_modules/.bin/node leads to the Node that came along. npm 9, which Debian 12 and 13 have,
// makes this link and then removes it together with the packages of Node for other systems.
//   node scripts/link-node.js node_modules
import { existsSync, lstatSync, readFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findBundledNode } from './require-node.js';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const name = `node-${process.platform}-${process.arch}`;
  process.stderr.write(
    `Portside installs with Node 20.19 or newer. This is Node ${process.versions.node}, for which npm leaves packages out.\n` +
      `Install Node 24 and run the command again: npm install --global ${name}@${optionalDependencies[name]}\n`,
  );
  process.exit(1);
}

const modules = process.argv[2];
const node = findBundledNode(modules);
const link = join(modules, '.bin/node');
if (process.platform !== 'win32' && node !== undefined && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  // A link to a removed version counts as missing, and is in the way.
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  symlinkSync(relative(dirname(link), node), link);
}
