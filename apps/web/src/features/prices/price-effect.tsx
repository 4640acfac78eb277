import { Button, Textarea } from '@mantine/core';
import type { AbovePrice, PriceEffect } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Count, Money } from '../../ui/data/money.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { DearerPrices } from '../../ui/prices/dearer-prices.tsx';
import classes from './prices.module.css';

export type EffectStep = {
  effect: PriceEffect;
  /** A question above the effect, where nothing is saved, and what its button says. */
  title?: string;
  label?: string;
  /** What the figures rest on, where that is not all orders at other prices. */
  basis?: string;
  /** `reason` where the change waits for a second person. */
  onConfirm: (reason?: string) => Promise<unknown>;
  onBack: () => void;
};

/** What a change of prices would do, before it is made: the second step of each of its forms. */
export function PriceEffectStep({ effect, title, label, basis, onConfirm, onBack }: EffectStep) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const isBelow = effect.below_floor_count > 0;
  const confirm = useThrottledAction(async () => {
    try {
      await onConfirm(isBelow ? reason.trim() : undefined);
    } catch (error) {
      // What was refused stands at the fields.
      onBack();
      throw error;
    }
  });
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} className={classes.effect} aria-label={t('prices.effect.title')}>
      {title && <p>{title}</p>}
      <h3 className={classes.heading}>{t('prices.effect.title')}</h3>
      <EffectFigures effect={effect} />
      <p className={classes.quiet}>
        {basis ?? t(effect.is_whole ? 'prices.effect.basis' : 'prices.effect.newest')}
      </p>
      {effect.overlaps.length > 0 && (
        <Callout tone="info" title={t('prices.effect.overlaps')}>
          <ul className={classes.list}>
            {effect.overlaps.map(({ id, name, products }) => (
              <li key={id}>{t('prices.effect.overlap', { name, count: products })}</li>
            ))}
          </ul>
        </Callout>
      )}
      <DearerPrices of={effect} />
      <AbovePrices prices={effect.above} count={effect.above_count} />
      {isBelow && (
        <>
          <Callout tone="warn" title={t('prices.effect.below', { count: effect.below_floor_count })}>
            <ul className={classes.list}>
              {effect.below_floor.map(({ goods_id: id, name, lowest, floor }) => (
                <li key={id}>
                  {name}: <Money amount={lowest} hasUnit={false} /> &lt; <Money amount={floor} />
                </li>
              ))}
            </ul>
          </Callout>
          <Textarea
            label={t('prices.effect.reason')}
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </>
      )}
      <div className={classes.buttons}>
        <ThrottledButton action={confirm} disabled={isBelow && reason.trim().length < SHORTEST_REASON}>
          {label ?? t(isBelow ? 'prices.effect.propose' : 'prices.effect.confirm')}
        </ThrottledButton>
        <Button variant="default" onClick={onBack}>
          {t('prices.effect.back')}
        </Button>
      </div>
    </section>
  );
}

/** Prices above the product's own, which are allowed and mostly a slip; nothing if there are none. */
function AbovePrices({ prices, count }: { prices: readonly AbovePrice[]; count: number }) {
  const { t } = useTranslation('admin');
  if (count === 0) return null;
  return (
    <Callout tone="warn" title={t('prices.effect.above', { count })}>
      <ul className={classes.list}>
        {prices.map(({ goods_id: id, name, min_quantity: from, price, regular }) => (
          <li key={`${id} ${from}`}>
            {name} · ≥{from}: <Money amount={price} hasUnit={false} /> &gt; <Money amount={regular} />
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** "12 products, 34 buyers, −3.1 % of last month's sales". */
function EffectFigures({ effect }: { effect: PriceEffect }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const figure = (name: string, value: ReactNode) => (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl className={classes.figures}>
      {figure(t('prices.effect.products'), <Count value={effect.products} />)}
      {figure(t('prices.effect.buyers'), <Count value={effect.buyers} />)}
      {figure(t('prices.effect.orders'), <Count value={effect.orders} />)}
      {figure(t('prices.effect.change'), <Money amount={effect.change} />)}
      {figure(
        t('prices.effect.share'),
        effect.change_percent === null ? '–' : formatPercent(effect.change_percent, language),
      )}
    </dl>
  );
}
