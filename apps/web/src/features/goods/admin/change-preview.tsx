import { Button } from '@mantine/core';
import type { AuditEntry, GoodsField, GoodsPreview } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useMay } from '../../../lib/api/permissions.ts';
import { itemsOf, query } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { showDecimals } from '../../../lib/format/typed-numbers.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Count } from '../../../ui/data/money.tsx';
import { DearerPrices } from '../../../ui/prices/dearer-prices.tsx';
import type { EffectStepProps } from './goods-form.tsx';
import classes from './goods-form.module.css';
import { useUndoGoods } from './use-goods-changed.ts';

type Props = {
  preview: GoodsPreview;
  EffectStep: ComponentType<EffectStepProps>;
  onConfirm: (reason?: string) => Promise<unknown>;
  onBack: () => void;
};

/** What a step would change of several products, in numbers and one by one, before it is made. */
export function ChangePreview({ preview, EffectStep, onConfirm, onBack }: Props) {
  const { t } = useTranslation('admin');
  const confirm = useThrottledAction(() => onConfirm());
  const { matched, changed, created, proposed, problems_count: wrong, effect } = preview;
  const figures = [
    ['matched', matched],
    ['changed', changed],
    ...(created > 0 ? [['created', created] as const] : []),
    ...(proposed > 0 ? [['proposed', proposed] as const] : []),
    ...(wrong > 0 ? [['wrong', wrong] as const] : []),
  ] as const;
  const isNothing = changed + created === 0;
  return (
    <div className={classes.preview}>
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`bulk.count.${name}`)}</dt>
            <dd>
              <Count value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Problems preview={preview} />
      <Differences preview={preview} />
      <DearerPrices of={preview} />
      {wrong === 0 && isNothing && <p className={classes.quiet}>{t('bulk.nothing')}</p>}
      {wrong === 0 && effect ? (
        <EffectStep effect={effect} onConfirm={onConfirm} onBack={onBack} />
      ) : (
        <div className={classes.buttons}>
          {wrong === 0 && !isNothing && (
            <ThrottledButton action={confirm}>{t('bulk.confirm')}</ThrottledButton>
          )}
          <Button variant="default" onClick={onBack}>
            {t('bulk.back')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Problems({ preview: { problems, problems_count: count } }: { preview: GoodsPreview }) {
  const { t } = useTranslation('admin');
  if (count === 0) return null;
  return (
    <div role="alert">
      <p className={classes.problem}>{t('bulk.refused')}</p>
      <ul className={classes.list}>
        {problems.map(({ goods_id: id, line, name, problem, value }) => (
          <li key={`${line} ${id} ${problem}`}>
            {line !== null && t('bulk.line', { line })} {name} {t(`bulk.problem.${problem}`)}
            {value && ` (${value})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

const MOST_DRAWN = 20;

/** Each product with the values that change, the old one struck out. */
function Differences({ preview: { items, changed, created } }: { preview: GoodsPreview }) {
  const { t } = useTranslation('admin');
  const valueOf = useFieldValue();
  if (items.length === 0) return null;
  const more = changed + created - Math.min(items.length, MOST_DRAWN);
  return (
    <ul className={classes.list}>
      {items.slice(0, MOST_DRAWN).map(({ goods_id: id, name, fields }) => (
        <li key={id ?? `new ${name}`}>
          <strong>{name}</strong>
          {id === null && ` · ${t('bulk.isNew')}`}
          {fields.map(({ field, before, after }) => (
            <span key={field} className={classes.difference}>
              {t(`bulk.field.${field}`)}: {id !== null && <del>{valueOf(field, before)}</del>}{' '}
              <ins>{valueOf(field, after)}</ins>
            </span>
          ))}
        </li>
      ))}
      {more > 0 && <li className={classes.quiet}>{t('bulk.more', { count: more })}</li>}
    </ul>
  );
}

/** A field's text as the reader knows it. */
export function useFieldValue(): (field: GoodsField, text: string) => string {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { data: categories = [] } = useQuery({ ...query('listAllCategories'), select: itemsOf });
  return (field, text) => {
    if (text === '') return '–';
    if (field === 'on_sale') return t(`goods.sale.${text === 'true'}`);
    if (field === 'visibility') return t(`goods.rules.visible.${text as 'hidden'}`);
    if (field === 'category_id') return categories.find(({ id }) => id === text)?.name ?? text;
    if (field === 'price' || field === 'floor') return `${formatUsdt(text, language)} USDT`;
    return field === 'price_tiers' ? showDecimals(text, language) : text;
  };
}

const priceOf = (facts: unknown): string => {
  const { price_micro: price, tiers, floor_micro: floor } = (facts ?? {}) as Record<string, unknown>;
  return JSON.stringify([price, tiers, floor]);
};

const isUndoable = ({ action, before, after }: AuditEntry): boolean =>
  action === 'goods.change' ||
  action === 'goods.onSale' ||
  (action === 'goods.update' && priceOf(before) !== priceOf(after));

/** Undoes what an entry of the audit log changed of products: of several at once, a sale, or prices of a form. */
export function UndoGoodsChange({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const { undo } = useUndoGoods();
  if (!isUndoable(entry) || !may('undoGoodsChange')) return null;
  return (
    <ConfirmButton
      mt="md"
      size="xs"
      variant="default"
      confirmColor="blue"
      question={t('bulk.undo.ask')}
      onConfirm={() => undo(entry.id)}
    >
      {t('bulk.undo.do')}
    </ConfirmButton>
  );
}
