import { Button } from '@mantine/core';
import type { OrderItem } from '@portside/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { ItemButton } from './item-button.tsx';
import classes from './order-items.module.css';

/** How many more are shown at a time: each account is a button. */
const STEP = 500;
const LOOKS = ['good', 'claimed', 'replaced', 'refunded'] as const;

type Props = {
  items: readonly OrderItem[];
  total: number;
  /** Item ids. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Between the legend and the buttons. */
  notice: ReactNode;
  /** Buttons beside the one that shows more. */
  children: ReactNode;
};

/** The accounts of an order, each a square that is coloured by its state; the good ones can be chosen. */
export function ItemGrid({ items, total, chosen, onChange, notice, children }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [shown, setShown] = useState(STEP);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <>
      <h3>{t('warrantyClaims.items', { count: total, n: total.toLocaleString(language) })}</h3>
      <fieldset className={classes.grid}>
        <legend className="visually-hidden">{t('warrantyClaims.choose')}</legend>
        {items.slice(0, shown).map((item, index) => (
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
        {LOOKS.map((look) => (
          <span key={look} data-look={look}>
            {t(`warrantyClaims.item.${look}`)}
          </span>
        ))}
      </p>
      {notice}
      <div className={classes.answers}>
        {total > shown && (
          <Button variant="default" size="xs" onClick={() => setShown(shown + STEP)}>
            {t('warrantyClaims.more', {
              shown: shown.toLocaleString(language),
              n: total.toLocaleString(language),
            })}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
