import { Button } from '@mantine/core';
import type { AdminOrder, Data } from '@portside/contract';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/live-events.ts';
import { useTranslation } from '../../../locales/use-translation.ts';

/** On a busy day each order would otherwise be a call. */
const PAUSE_MS = 3_000;

type Props = {
  /** What the list is asked with: its first page, newest first. */
  query: NonNullable<RequestOf<'listAllOrders'>['query']>;
  shown: readonly Pick<AdminOrder, 'order_no' | 'created_at'>[];
};

/** How many orders have come since the list was loaded, as a bar that shows them: rows do not move by themselves. */
export const NewOrders = (props: Props) => <Bar key={JSON.stringify(props.query)} {...props} />;

/** Of one query: what came for another does not count. */
function Bar({ query, shown }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [newest, setNewest] = useState<Data<'listAllOrders'>>();
  const sold = useRef<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = async () => {
    timer.current = undefined;
    const page = await call('listAllOrders', { query }, { isQuiet: true }).catch(() => null);
    if (page) setNewest(page);
  };
  useLiveEvent('figures', ({ latest_orders: [latest] }) => {
    const newestSale = latest && `${latest.created_at} ${latest.order_no}`;
    if (newestSale === sold.current) return;
    sold.current = newestSale;
    timer.current ??= setTimeout(() => void look(), PAUSE_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const known = new Set(shown.map(({ order_no: number }) => number));
  const since = shown[0]?.created_at ?? '';
  const count =
    newest?.items.filter(({ order_no: number, created_at: at }) => at >= since && !known.has(number))
      .length ?? 0;
  if (!newest || count === 0) return null;
  const isAtLeast = count === newest.items.length && newest.next_cursor !== null;
  const show = () =>
    Promise.all(
      (['listAllOrders', 'totalOrders'] as const).map((name) =>
        client.invalidateQueries({ queryKey: queryKey(name) }),
      ),
    );
  return (
    <output style={{ display: 'block' }}>
      <Button
        variant="light"
        fullWidth
        mb="sm"
        leftSection={<IconArrowUp size={16} stroke={1.8} />}
        onClick={() => void show()}
      >
        {t(isAtLeast ? 'orders.manyNew' : 'orders.new', { count })}
      </Button>
    </output>
  );
}
