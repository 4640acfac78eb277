import { Button, Radio, Select, Stack, Textarea } from '@mantine/core';
import type { AdminGoods, Data } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { call, type RequestOf } from '../../lib/api/call.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Count } from '../../ui/data/money.tsx';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useStockChanged } from './import-progress.ts';
import classes from './stock.module.css';

type Body = RequestOf<'moveStock'>['body'];
type Filter = Pick<Body, 'goods_id' | 'gender' | 'batch_id'>;
type Which = 'all' | 'some' | 'lines';

/** Limits of the calls: so many lines are looked up at once, and so many accounts named in a move. */
const LINES_A_CALL = 100;
const MOST_LINES = 500;
const NO_GOODS: AdminGoods[] = [];

type Props = {
  goods: AdminGoods;
  filter: Filter;
  onDone: () => void;
};

/** Moves unsold accounts to another product, after a preview in numbers. */
export function MoveForm({ goods, filter, onDone }: Props) {
  const { t } = useTranslation('admin');
  const [which, setWhich] = useState<Which>('all');
  const [quantity, setQuantity] = useState<number | ''>('');
  const [lines, setLines] = useState('');
  const [target, setTarget] = useState<string | null>(null);
  const [planned, setPlanned] = useState<Planned | null>(null);
  const { data = NO_GOODS } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  const known = lines.split('\n').filter((line) => line.trim() !== '');
  const isReady =
    target !== null &&
    (which === 'all' ||
      (which === 'some' && Number(quantity) > 0) ||
      (which === 'lines' && known.length > 0 && known.length <= MOST_LINES));
  const look = useThrottledAction(async () => {
    const ids = which === 'lines' ? await findIds(known) : undefined;
    const part = { ...(ids && { item_ids: ids }), ...(which === 'some' && { quantity: Number(quantity) }) };
    const body = { ...filter, to_goods_id: target!, ...part };
    if (ids?.length === 0) return setPlanned({ body, preview: null, key: '' });
    const preview = await call('previewStockMove', { body });
    setPlanned({ body, preview, key: crypto.randomUUID() });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void look.run();
  };
  const to = data.find(({ id }) => id === planned?.body.to_goods_id);
  if (planned && to)
    return (
      <MovePreview from={goods} to={to} planned={planned} onBack={() => setPlanned(null)} onDone={onDone} />
    );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Radio.Group
        label={t('stock.move.which')}
        value={which}
        onChange={(value) => setWhich(value === 'some' ? 'some' : value === 'lines' ? 'lines' : 'all')}
      >
        <Stack gap="xs" mt="xs">
          {(['all', 'some', 'lines'] as const).map((value) => (
            <Radio key={value} value={value} label={t(`stock.move.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {which === 'some' && (
        <WholeField label={t('stock.move.quantity')} value={quantity} onChange={setQuantity} />
      )}
      {which === 'lines' && (
        <Textarea
          label={t('stock.move.accounts')}
          description={t('stock.move.accountsHint', { most: MOST_LINES })}
          rows={4}
          autoComplete="off"
          spellCheck={false}
          value={lines}
          onChange={({ currentTarget }) => setLines(currentTarget.value)}
        />
      )}
      <TargetField goods={goods} all={data} value={target} onChange={setTarget} />
      <div className={classes.buttons}>
        <ThrottledButton type="submit" variant="light" action={look} disabled={!isReady}>
          {t('stock.move.preview')}
        </ThrottledButton>
      </div>
    </form>
  );
}

/** The accounts that lines are; unknown lines are left out. */
async function findIds(lines: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_A_CALL) {
    const found = await call('findItems', { body: { accounts: lines.slice(at, at + LINES_A_CALL) } });
    ids.push(...found.item_ids.flatMap((id) => id ?? []));
  }
  return [...new Set(ids)];
}

type TargetProps = {
  goods: AdminGoods;
  all: readonly AdminGoods[];
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Another product; those whose accounts are written otherwise cannot be chosen. */
export function TargetField({ goods, all, value, onChange }: TargetProps) {
  const { t } = useTranslation('admin');
  const isSame = (other: AdminGoods): boolean =>
    other.format.separator === goods.format.separator &&
    other.format.columns.join('\n') === goods.format.columns.join('\n');
  return (
    <Select
      label={t('stock.move.target')}
      description={t('stock.move.targetHint')}
      searchable
      nothingFoundMessage={t('stock.move.noTarget')}
      data={all
        .filter(({ id }) => id !== goods.id)
        .map((other) => ({ value: other.id, label: other.name, disabled: !isSame(other) }))
        .toSorted((a, b) => Number(a.disabled) - Number(b.disabled))}
      value={value}
      onChange={onChange}
    />
  );
}

type Planned = {
  readonly body: Body;
  /** Null where none of the lines is an account. */
  readonly preview: Data<'previewStockMove'> | null;
  readonly key: string;
};

type PreviewProps = {
  from: AdminGoods;
  to: AdminGoods;
  planned: Planned;
  onBack: () => void;
  onDone: () => void;
};

function MovePreview({ from, to, planned: { body, preview, key }, onBack, onDone }: PreviewProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  const undo = useUndoMove();
  const move = useThrottledAction(async () => {
    const { moved, move_id: id } = await call('moveStock', { body }, { idempotencyKey: key });
    const said = t('stock.move.done', { number: moved.toLocaleString(language), name: to.name });
    toastSuccess(
      `moved-${id}`,
      said,
      id === null
        ? undefined
        : // A failed call announces itself.
          { label: t('bulk.undo.do'), run: () => void undo(id).catch(() => undefined) },
    );
    await changed();
    onDone();
  });
  const accounts = preview?.accounts ?? 0;
  const isRefused = preview === null || accounts === 0 || preview.misfits > 0 || preview.below_cost > 0;
  return (
    <div className={classes.form}>
      {preview && <MoveFigures from={from} to={to} preview={preview} />}
      {accounts === 0 && <Callout tone="warn">{t('stock.move.none')}</Callout>}
      {preview !== null && preview.misfits > 0 && (
        <Callout tone="warn">
          {t('stock.move.misfits', { number: preview.misfits.toLocaleString(language) })}
        </Callout>
      )}
      {preview !== null && preview.below_cost > 0 && (
        <Callout tone="warn">
          {t('stock.move.belowCost', {
            number: preview.below_cost.toLocaleString(language),
            name: to.name,
          })}
        </Callout>
      )}
      <div className={classes.buttons}>
        <ThrottledButton action={move} disabled={isRefused}>
          {t('stock.move.submit', { number: accounts.toLocaleString(language) })}
        </ThrottledButton>
        <Button variant="default" onClick={onBack}>
          {t('bulk.back')}
        </Button>
      </div>
    </div>
  );
}

type FiguresProps = { from: AdminGoods; to: AdminGoods; preview: Data<'previewStockMove'> };

function MoveFigures({ from, to, preview }: FiguresProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { accounts } = preview;
  return (
    <dl className={`${classes.figures} figures`}>
      <Figure title={t('stock.move.count.accounts')} value={accounts} />
      <Figure title={t('stock.move.count.imports')} value={preview.imports} />
      <Figure title={t('stock.move.count.suppliers')} value={preview.suppliers} />
      <div>
        <dt>{t('stock.move.count.cost')}</dt>
        <dd>{preview.cost === null ? '–' : `${formatUsdt(preview.cost, language)} USDT`}</dd>
      </div>
      <Figure title={t('stock.move.count.unknown')} value={preview.unknown_cost} />
      <div>
        <dt>{t('stock.move.count.price')}</dt>
        <dd>
          {formatUsdt(from.price, language)} → {formatUsdt(to.price, language)}
        </dd>
      </div>
      <Figure
        title={t('stock.move.count.left', { name: from.name })}
        value={preview.source_stock - accounts}
      />
      <Figure
        title={t('stock.move.count.there', { name: to.name })}
        value={preview.target_stock + accounts}
      />
    </dl>
  );
}

function Figure({ title, value }: { title: string; value: number }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Count value={value} />
      </dd>
    </div>
  );
}

/** Moves back what is still unsold of a move, and says how many. */
export function useUndoMove(): (id: string) => Promise<void> {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useStockChanged();
  return async (id) => {
    const { moved_back: back, rule_off: isRuleOff } = await call('undoStockMove', { params: { id } });
    const said = t('stock.move.undone', { number: back.toLocaleString(language) });
    toastSuccess(`undone-${id}`, isRuleOff ? `${said} ${t('stock.ageing.ruleOff')}` : said);
    await changed();
  };
}
