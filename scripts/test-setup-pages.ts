import { afterAll, vi } from 'vitest';

// Files of a worker share its modules and its window. What one of them leaves, a language or an answer that is made up,
// must not be the next one's: which that is depends on the order of the run.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
});
