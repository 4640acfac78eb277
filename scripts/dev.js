// `npm run dev`: a sandbox while you work on it. The server starts again when a file of its own changes; Vite serves the
// pages and replaces what changes in them, and passes calls on to the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { continueOnNode24 } from './require-node.js';

await continueOnNode24();
const root = join(import.meta.dirname, '..');
const start = (args, cwd) => spawn(process.execPath, args, { cwd, stdio: 'inherit' });

const children = [
  start(['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], root),
  start([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/web')),
];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
// Without one of them the other is of no use.
await Promise.race(children.map((child) => once(child, 'exit')));
children.forEach((child) => child.kill());
