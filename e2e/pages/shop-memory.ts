import { readdirSync, readFileSync } from 'node:fs';

/** What the shop under test holds, found by its data folder; 0 where the system does not tell. */
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

/** A process may end while it is looked at, and others' are not for us. */
function read(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
