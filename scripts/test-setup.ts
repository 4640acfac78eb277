import { afterAll, vi } from 'vitest';
import { endFile } from '../apps/server/src/testing/end-of-file.ts';

// Autosizing fields measure again once fonts are there, of which the tests' window knows none.
const { document } = globalThis as { document?: object };
if (document) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// A limit against hanging, not a measure of time: a second is too little on a busy, slow machine.
const WAIT_MS = 60_000;
const { waitFor } = vi;
vi.waitFor = (check, options = WAIT_MS) => waitFor(check, options);

// Runs before every test file; hooks end in reverse, so this is the file's last.
afterAll(endFile);
