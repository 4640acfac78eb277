import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap is half as large again as what is in use, instead of several times: an import
 * fills it with short-lived rows, and the shop is to stay small beside its database. The young generation is bounded
 * where the process is started (`--max-semi-space-size` in deploy), because V8 lays it out before any code runs.
 */
export const boundHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=50');
