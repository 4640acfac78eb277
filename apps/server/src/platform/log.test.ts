import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOG = join(import.meta.dirname, 'log.ts');
/** Refuses every byte, as a full disk does. */
const FULL = '/dev/full';

test.skipIf(!existsSync(FULL))('a log that cannot be written stops nothing', () => {
  const script = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog('info', { pretty: false });
    log.error('one');
    setTimeout(() => log.error('two'), 20);
    setTimeout(() => process.exit(7), 60);`;
  const full = openSync(FULL, 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(stderr).toBe('');
  expect(status).toBe(7);
});
