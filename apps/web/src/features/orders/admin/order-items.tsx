import { Button, Skeleton } from '@mantine/core';
import type { AdminOrder, OrderItem } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { partsOf } from '../after-sales/claim-outcome.ts';
import { ItemButton } from './item-button.tsx';
import classes from './order-items.module.css';
import { SettleForm } from './settle-form.tsx';
import { useOrderItems } from './use-order-items.ts';

/** So many more are shown at a time: each is a button. */
const A_TIME = 500;

/** The accounts of an order as a picture, what is claimed of them, and what can be done for them. */
export function OrderItems({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(A_TIME);
  const [isWholeAsked, setIsWholeAsked] = useState(false);
  const { items, total, isWhole, error, again } = useOrderItems(order.order_no);
  if (!items) {
    return error ? <LoadFailure error={error} onRetry={again} /> : <Skeleton height={120} />;
  }

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
  const priceOf = (accounts: number) => formatMicro(parseMicro(order.unit_price) * BigInt(accounts));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const done = () => {
    setChosen(new Set());
    setIsWholeAsked(false);
  };
  const isAllChosen = chosen.size === good.length;
  return (
    <section className={classes.items}>
      {[...open.values()].map((claim) => (
        <SettleForm
          key={claim.id}
          title={titleOf(claim)}
          orderNo={order.order_no}
          target={{ claim_id: claim.id }}
          price={priceOf(claim.accounts - claim.replaced - claim.refunded)}
          claimId={claim.id}
          onDone={done}
        />
      ))}
      <h3>{t('claims.items', { count: total, n: total.toLocaleString(language) })}</h3>
      <fieldset className={classes.grid}>
        <legend className="visually-hidden">{t('claims.choose')}</legend>
        {items.slice(0, most).map((item, index) => (
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
      {error !== undefined && <LoadFailure error={error} onRetry={again} />}
      <div className={classes.answers}>
        {total > most && (
          <Button variant="default" size="xs" onClick={() => setMost(most + A_TIME)}>
            {t('claims.more', { shown: most.toLocaleString(language), n: total.toLocaleString(language) })}
          </Button>
        )}
        {good.length > 0 && !isAllChosen && (
          <Button
            variant="default"
            size="xs"
            // Before the last has come, nobody knows what all are.
            loading={!isWhole && error === undefined}
            disabled={!isWhole}
            onClick={() => setChosen(new Set(good.map(({ id }) => id)))}
          >
            {t('claims.all')}
          </Button>
        )}
        {good.length > 0 && !isWholeAsked && (
          <Allowed to="refundOrder">
            <Button variant="default" size="xs" onClick={() => setIsWholeAsked(true)}>
              {t('claims.whole')}
            </Button>
          </Allowed>
        )}
      </div>
      {isWholeAsked && (
        <SettleForm
          title={t('claims.wholeTitle')}
          orderNo={order.order_no}
          target={{}}
          price={formatMicro(parseMicro(order.total_amount) - parseMicro(order.refunded_amount))}
          onCancel={() => setIsWholeAsked(false)}
          onDone={done}
        />
      )}
      {chosen.size > 0 && (
        <SettleForm
          title={t('claims.chosen', { count: chosen.size, n: chosen.size.toLocaleString(language) })}
          orderNo={order.order_no}
          target={{ item_ids: [...chosen] }}
          price={priceOf(chosen.size)}
          onDone={done}
        />
      )}
    </section>
  );
}
