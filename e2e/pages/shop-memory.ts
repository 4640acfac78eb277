import { readdirSync, readFileSync } from 'node:fs';

/** Memory of the shop under test, found by its data folder; 0 if the system does not provide it. */
export function shopMemoryMb(): number {
  const mark = `DATA_DIR=${process.env['E2E_DATA_DIR']}\0`;
  const sizes = processes().map((id) => {
    const isShop = read(id, 'environ').includes(mark) && read(id, 'cmdline').includes('scripts/start.js');
    return isShop ? Number(/VmRSS:\s+(\d+) kB/.exec(read(id, 'status'))?.[1] ?? 0) / 1_000 : 0;
  });
  return Math.max(0, ...sizes);
}

const processes = (): string[] => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** A process may end meanwhile, and others' are not readable. */
function read(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
