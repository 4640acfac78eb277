import { expect, test } from 'vitest';
import { readTableAddress } from '../../../ui/table/table-address.ts';
import { filterOf, FILTERS } from './filter-values.ts';

const read = (search: string) => filterOf(readTableAddress(new URLSearchParams(search), FILTERS));

test('what an address says is asked for, its place in the list is not', () => {
  expect(read('buyer=ann&status=failed&state=expired&type=ETH&limit=100&cursor=7&sort=x')).toEqual({
    buyer: 'ann',
    status: 'failed',
    state: 'expired',
    type: 'ETH',
    from: undefined,
    to: undefined,
  });
});

test('a status, state or network that there is not asks for nothing', () => {
  expect(read('status=lost&state=confirming&type=BTC')).toEqual({ from: undefined, to: undefined });
});
