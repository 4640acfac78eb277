import { Anchor, Checkbox } from '@mantine/core';
import type { AdminGoods, NamedItem } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { Link } from '../../../lib/router/link.tsx';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import classes from './name-search.module.css';
import type { NameSearch } from './search-stock.ts';

const TONES = { free: 'good', sold: 'info', withdrawn: 'neutral' } satisfies Record<NamedItem['state'], Tone>;
const NO_GOODS: AdminGoods[] = [];

type Props = {
  search: NameSearch;
  isDisabled: boolean;
  chosen: readonly string[];
  onChange: (change: (chosen: readonly string[]) => string[]) => void;
};

/** The accounts found by name, each selectable. Sold ones stay sold. */
export function NameMatches({ search: { name, found }, isDisabled, chosen, onChange }: Props) {
  const { t } = useTranslation('admin');
  const { data: goods = NO_GOODS } = useQuery({ ...query('listAllGoods'), select: itemsOf });
  const put = (id: string, isIn: boolean) =>
    onChange((now) => [...now.filter((other) => other !== id), ...(isIn ? [id] : [])]);
  return (
    <fieldset className={classes.matches} disabled={isDisabled}>
      <legend>{t('reports.name.found', { name })}</legend>
      <ul>
        {found.map(({ item_id: id, goods_id: goodsId, masked, state, order_no: orderNo }) => (
          <li key={id}>
            <Checkbox
              label={
                <span className={classes.match}>
                  <span>{goods.find((one) => one.id === goodsId)?.name ?? goodsId}</span>
                  <span className={`${classes.quiet} figures`}>
                    <code>{masked}</code> {t('reports.name.item', { id })}
                  </span>
                </span>
              }
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) => put(id, currentTarget.checked)}
            />
            <span className={classes.state}>
              <StatusBadge tone={TONES[state]}>{t(`reports.name.state.${state}`)}</StatusBadge>
              {orderNo !== null && (
                <Anchor component={Link} inherit className="figures" to={`/admin/order?open=${orderNo}`}>
                  {orderNo}
                </Anchor>
              )}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
