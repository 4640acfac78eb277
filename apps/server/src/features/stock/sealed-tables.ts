import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import { itemPlace, refusedLinePlace } from './places.ts';

/** What stock has sealed. */
export const sealedStock: readonly SealedTable[] = [
  {
    name: 'stock_items',
    key: ['id'],
    also: ['goods_id'],
    place: (row) => itemPlace(row['goods_id']!, row['id']!),
  },
  {
    name: 'stock_refused_lines',
    key: ['batch_id', 'line'],
    place: (row) => refusedLinePlace(row['batch_id']!, Number(row['line'])),
  },
];
