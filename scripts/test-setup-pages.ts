import { afterAll, vi } from 'vitest';

// Files of a worker share its modules and its window. What one leaves behind, a language or a faked answer, must not
// reach the next: the order of the run decides which that is.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
});
