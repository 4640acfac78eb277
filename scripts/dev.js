// `npm run dev`: a sandbox while you work on it. The server starts again when a file of its own changes; Vite serves the
// pages on port 5173 and replaces what changes in them, and passes calls on to the server, on PORT.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { continueOnNode24 } from './require-node.js';

await continueOnNode24();
const root = join(import.meta.dirname, '..');
process.chdir(root);
try {
  process.loadEnvFile();
} catch {
  // There is no .env; one that cannot be read is for the server to say.
}
const PAGES = 'http://localhost:5173';
// The shop is open where the pages are: the address that the server prints, and those in its e-mails.
const env = { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL || PAGES };
const start = (args, cwd) => spawn(process.execPath, args, { cwd, stdio: 'inherit', env });

const children = [
  start(['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], root),
  // On another port than the one printed they would be of no use.
  start([join(root, 'node_modules/vite/bin/vite.js'), '--strictPort'], join(root, 'apps/web')),
];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
// Without one of them the other is of no use.
await Promise.race(children.map((child) => once(child, 'exit')));
children.forEach((child) => child.kill());
