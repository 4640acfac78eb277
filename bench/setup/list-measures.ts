import { figures, quantile } from './report.ts';

export const LIMIT = 20;
const FAR = 1_000 * LIMIT;

type Page = { readonly items: readonly unknown[]; readonly next_cursor: string | null };
export type List = (limit: number, cursor: string | null) => Promise<Page>;

export const LIST_COLUMNS = ['list', 'where', 'p50 ms', 'p95 ms'];

type ListMeasures = {
  /** The measurements so far, as table rows. */
  readonly rows: readonly string[][];
  /** How long a query takes, repeated so many times after a warm-up. */
  measure(what: string, where: string, ask: () => Promise<unknown>): Promise<void>;
  /** The first page and the thousandth, or the last of a shorter list. */
  measureList(what: string, list: List): Promise<void>;
};

export function listMeasures(times: number): ListMeasures {
  const rows: string[][] = [];
  const measure: ListMeasures['measure'] = async (what, where, ask) => {
    await ask();
    const waits: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const start = performance.now();
      await ask();
      waits.push(performance.now() - start);
    }
    waits.sort((a, b) => a - b);
    rows.push([what, where, quantile(waits, 0.5).toFixed(1), quantile(waits, 0.95).toFixed(1)]);
  };
  const measureList: ListMeasures['measureList'] = async (what, list) => {
    await measure(what, 'page 1', () => list(LIMIT, null));
    let cursor: string | null = null;
    let passed = 0;
    while (passed < FAR) {
      const page: Page = await list(Math.min(500, FAR - passed), cursor);
      if (page.next_cursor === null) break;
      passed += page.items.length;
      cursor = page.next_cursor;
    }
    const where = passed >= FAR ? 'page 1,000' : `the end, after ${figures(passed)}`;
    if (cursor !== null) await measure(what, where, () => list(LIMIT, cursor));
  };
  return { rows, measure, measureList };
}
