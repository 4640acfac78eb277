import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import { itemContext, refusedLineContext } from './sealing-context.ts';

/** The tables whose texts stock has sealed. */
export const sealedStock: readonly SealedTable[] = [
  {
    name: 'stock_items',
    key: ['id'],
    also: ['goods_id'],
    place: (row) => itemContext(row['goods_id']!, row['id']!),
  },
  {
    name: 'stock_refused_lines',
    key: ['batch_id', 'line'],
    place: (row) => refusedLineContext(row['batch_id']!, Number(row['line'])),
  },
];
