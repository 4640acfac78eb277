import { Button, Skeleton } from '@mantine/core';
import type { OrderItem } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/api/query.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { UnreadState } from '../../../ui/table/unread-state.tsx';
import { partsOf } from '../claims/claim-outcome.ts';
import classes from './order-items.module.css';
import { SettleForm } from './settle-form.tsx';

/** So many are shown; what is to be decided on more comes as a claim, or is the whole order. */
const SHOWN = '500';

/** The accounts of an order as a picture, what is claimed of them, and what can be done for them. */
export function OrderItems({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = useQuery(query('listOrderItems', { params: { order_no: orderNo }, query: { limit: SHOWN } }));
  if (found.isError && !found.data)
    return <UnreadState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={120} />;

  const items = found.data.items;
  const open = new Map(
    items.flatMap(({ claim }) => (claim?.state === 'open' ? [[claim.id, claim] as const] : [])),
  );
  /** With what was made good of it so far: the rest is what is decided on. */
  const titleOf = (claim: NonNullable<OrderItem['claim']>) =>
    [
      t('claims.open', { count: claim.accounts }),
      ...partsOf(claim).map(({ end, n }) => t(`claims.part.${end}`, { n: n.toLocaleString(language) })),
    ].join(' · ');
  const good = items.filter(({ state }) => state === 'good');
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const done = () => setChosen(new Set());
  return (
    <section className={classes.items}>
      {[...open.values()].map((claim) => (
        <SettleForm
          key={claim.id}
          title={titleOf(claim)}
          orderNo={orderNo}
          target={{ claim_id: claim.id }}
          claimId={claim.id}
          onDone={done}
        />
      ))}
      <h3>{t('claims.items', { count: items.length })}</h3>
      <fieldset className={classes.grid}>
        <legend className="visually-hidden">{t('claims.choose')}</legend>
        {items.map((item, index) => (
          <ItemButton
            key={item.id}
            item={item}
            number={index + 1}
            isChosen={chosen.has(item.id)}
            onToggle={() => toggle(item.id)}
          />
        ))}
      </fieldset>
      <p className={classes.legend}>
        {(['good', 'claimed', 'replaced', 'refunded'] as const).map((look) => (
          <span key={look} data-look={look}>
            {t(`claims.item.${look}`)}
          </span>
        ))}
      </p>
      {found.data.next_cursor !== null && <p className={classes.more}>{t('claims.more')}</p>}
      {good.length > 0 && chosen.size < good.length && (
        <Button variant="default" size="xs" onClick={() => setChosen(new Set(good.map(({ id }) => id)))}>
          {t('claims.all')}
        </Button>
      )}
      {chosen.size > 0 && (
        <SettleForm
          title={t('claims.chosen', { count: chosen.size })}
          orderNo={orderNo}
          target={{ item_ids: [...chosen] }}
          onDone={done}
        />
      )}
    </section>
  );
}

type ItemButtonProps = { item: OrderItem; number: number; isChosen: boolean; onToggle: () => void };

function ItemButton({ item: { state, claim }, number, isChosen, onToggle }: ItemButtonProps) {
  const { t } = useTranslation('admin');
  const look = state === 'good' && claim?.state === 'open' ? 'claimed' : state;
  return (
    <button
      type="button"
      className={classes.item}
      data-look={look}
      aria-pressed={isChosen}
      disabled={state !== 'good'}
      title={t(`claims.item.${look}`)}
      aria-label={`${number}, ${t(`claims.item.${look}`)}`}
      onClick={onToggle}
    >
      {number}
    </button>
  );
}
