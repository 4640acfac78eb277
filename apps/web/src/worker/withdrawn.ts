import { Keeper, type WorkerScope } from './keeper.ts';

/**
 * Takes the worker's place where an operator has withdrawn it: browsers look for a new one with every visit, whatever
 * the old one does. Deletes what was kept and leaves.
 */
declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  await new Keeper(self.caches, '').forgetAll();
  await self.registration.unregister();
}
