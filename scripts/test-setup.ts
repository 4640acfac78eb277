import { afterAll } from 'vitest';
import { endFile } from '../apps/server/src/testing/end-of-file.ts';

// Runs before every test file; hooks end in reverse, so this is the file's last.
afterAll(endFile);
