import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDecimal } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { itemsOf } from '../../lib/api/query.ts';
import { allGoods } from './goods-facts.ts';
import classes from './goods-list.module.css';
import { NO_FILTER, VARIANTS, useGoodsFilter } from './goods-filter.ts';
import { readPrice } from './read-price.ts';

const TYPING_PAUSE_MS = 350;

/** The filters that are folded away: price, warranty, gender. */
export default function FilterFields() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  const { data } = useQuery({ ...allGoods(), select: itemsOf });
  const hours = new Set([...(data ?? []).map((goods) => goods.warranty_hours), filter.warranty]);
  const warranties = [...hours].filter((one) => one > 0).toSorted((a, b) => a - b);
  const { priceFrom, priceTo, warranty, variant } = NO_FILTER;
  return (
    <div className={classes.fields}>
      <PriceField
        label={t('browse.filter.priceFrom')}
        value={filter.priceFrom}
        onChange={(price) => change({ priceFrom: price })}
      />
      <PriceField
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
      <Button variant="subtle" onClick={() => change({ priceFrom, priceTo, warranty, variant })}>
        {t('browse.filter.reset')}
      </Button>
    </div>
  );
}

type PriceProps = { label: string; value: string; onChange: (price: string) => void };

/** Follows the typed text after a short pause; a text that is no price filters nothing, and says so. */
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
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
