import type { Goods } from '@portside/contract';
import { attributeKey } from '@portside/contract/goods/attribute-values';
import { parseMicro } from '@portside/contract/wire/money';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDecimal } from '../../lib/format/numbers.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { allGoods } from './goods-facts.ts';
import classes from './goods-list.module.css';
import { filterGoods, NO_FILTER, PRICE, VARIANTS, useGoodsFilter, type GoodsFilter } from './goods-filter.ts';
import { searchGoods } from './search-goods.ts';
import { isComposing } from '../../ui/fields/search-field.tsx';

const TYPING_PAUSE_MS = 350;

/** The filters that are folded away: price, warranty, gender. */
export default function FilterFields() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  const { data: listed = [] } = useQuery({ ...allGoods(), select: itemsOf });
  const isSignedIn = useStored((s) => s.token !== null);
  const own = useQuery({ ...query('listOwnGoods', {}, { isQuiet: true }), enabled: isSignedIn });
  const data = isSignedIn ? [...(own.data?.items ?? []), ...listed] : listed;
  const hours = new Set([...data.map((goods) => goods.warranty_hours), filter.warranty]);
  const warranties = [...hours].filter((one) => one > 0).toSorted((a, b) => a - b);
  const { priceFrom, priceTo, warranty, variant, attributes } = NO_FILTER;
  // New price fields, which send nothing that was typed just before the reset.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    change({ priceFrom, priceTo, warranty, variant, attributes });
  };
  return (
    <div className={classes.fields}>
      <Facets goods={data} />
      <PriceField
        key={`from ${resets}`}
        label={t('browse.filter.priceFrom')}
        value={filter.priceFrom}
        onChange={(price) => change({ priceFrom: price })}
      />
      <PriceField
        key={`to ${resets}`}
        label={t('browse.filter.priceTo')}
        value={filter.priceTo}
        onChange={(price) => change({ priceTo: price })}
      />
      <NativeSelect
        label={t('browse.filter.warranty')}
        value={String(filter.warranty)}
        data={[
          { value: '0', label: t('browse.filter.any') },
          ...warranties.map((one) => ({
            value: String(one),
            label: t('browse.filter.warrantyFrom', { hours: one }),
          })),
        ]}
        onChange={({ currentTarget }) => change({ warranty: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('browse.filter.variant')}
        value={filter.variant}
        data={[
          { value: '', label: t('browse.filter.any') },
          ...VARIANTS.map((one) => ({ value: one, label: t(`browse.filter.${one}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ variant: VARIANTS.find((one) => one === value) ?? '' })
        }
      />
      <Button variant="subtle" onClick={reset}>
        {t('browse.filter.reset')}
      </Button>
    </div>
  );
}

/** The attributes of the products found, each value with how many would remain. Several can be chosen at once. */
function Facets({ goods }: { goods: readonly Goods[] }) {
  const [filter, change] = useGoodsFilter();
  const { data } = useQuery({ ...query('listAttributes', {}, { isQuiet: true }), select: itemsOf });
  const chosen = filter.attributes.split(',').filter((key) => key !== '');
  const toggle = (key: string) => {
    const keys = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    change({ attributes: keys.join() });
  };
  return data?.map(({ id, name, values }) => {
    const counts = countValues(goods, filter, id);
    const shown = values.filter((one) => counts.has(`${id}.${one.id}`) || chosen.includes(`${id}.${one.id}`));
    if (shown.length === 0) return null;
    return (
      <fieldset key={id} className={classes.facet}>
        <legend>{name}</legend>
        {shown.map((one) => {
          const key = `${id}.${one.id}`;
          return (
            <button
              key={key}
              type="button"
              className={classes.goodsFilterBarType}
              aria-pressed={chosen.includes(key)}
              onClick={() => toggle(key)}
            >
              {one.name} <span className="figures">{counts.get(key) ?? 0}</span>
            </button>
          );
        })}
      </fieldset>
    );
  });
}

type PriceProps = { label: string; value: string; onChange: (price: string) => void };

/** Filters after a short pause in typing; a text that is not a price filters nothing and says so. */
function PriceField({ label, value, onChange }: PriceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const example = showDecimal('0.35', language);
  const [typed, setTyped] = useState(showDecimal(value, language));
  const [known, setKnown] = useState(value);
  // Only a change from elsewhere, such as the reset, replaces the typed text.
  if (known !== value) {
    setKnown(value);
    if (readPrice(typed, language) !== value) setTyped(showDecimal(value, language));
  }
  const send = useDebouncedCallback((text: string) => onChange(readPrice(text, language)), TYPING_PAUSE_MS);
  const change = (text: string, isUnfinished = false) => {
    setTyped(text);
    if (!isUnfinished) send(text);
  };
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      value={typed}
      error={
        typed.trim() !== '' && readPrice(typed, language) === '' && t('browse.filter.noPrice', { example })
      }
      onChange={({ currentTarget, nativeEvent }) => change(currentTarget.value, isComposing(nativeEvent))}
      onCompositionEnd={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

/**
 * How many of the products that pass the rest of the filter have each value of an attribute, by key. What is chosen of
 * this attribute itself does not count: values of one attribute add to each other.
 */
export function countValues(
  goods: readonly Goods[],
  filter: GoodsFilter,
  attributeId: string,
): Map<string, number> {
  const others = filter.attributes.split(',').filter((key) => key.split('.')[0] !== attributeId);
  const counts = new Map<string, number>();
  for (const { attributes } of filterGoods(goods, { ...filter, attributes: others.join() }, searchGoods))
    for (const value of attributes)
      if (value.attribute_id === attributeId)
        counts.set(attributeKey(value), (counts.get(attributeKey(value)) ?? 0) + 1);
  return counts;
}

/** A price as typed; empty if it is none, or could be two. */
export function readPrice(typed: string, language: string): string {
  const text = readDecimal(typed, language);
  return PRICE.test(text) && parseMicro(text) > 0n ? text : '';
}
