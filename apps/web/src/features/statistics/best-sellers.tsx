import { Anchor, Progress, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { Link } from '../../lib/router/link.tsx';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './board-list.module.css';

const SHOWN = 8;

/** Best sellers of the last seven days, relative to the first. */
export function BestSellers() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery(query('listBestSellers', { query: { days: '7' } }));
  const rows = data?.items.slice(0, SHOWN);
  const most = Math.max(1, ...(rows ?? []).map(({ accounts }) => accounts));
  return (
    <Panel title={t('board.bestSellers')}>
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={220} />}
      {rows?.length === 0 && <p className={classes.nothing}>{t('board.nothingSold')}</p>}
      <ol className={classes.list}>
        {rows?.map(({ key, name, accounts, amount }) => (
          <li key={key}>
            <span className={classes.name}>
              <Anchor component={Link} inherit to={`/admin/goods?open=${key}`}>
                {name}
              </Anchor>
            </span>
            <span className="figures">{t('orders.accounts', { count: accounts })}</span>
            <Money amount={amount} />
            <Progress
              className={classes.bar}
              value={(accounts / most) * 100}
              size={5}
              aria-hidden
              color="marine.4"
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
