import { Anchor, Button, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { BuyerLevel, PriceEffect } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { LANGUAGES, languageNames } from '../../locales/languages.ts';
import { fallbackOf, toKept, toTexts, type Texts } from '../../locales/texts.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { Count, Money } from '../../ui/data/money.tsx';
import { AmountField, DecimalField } from '../../ui/fields/decimal-field.tsx';
import { latestOf, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { Allowed, AllowedFields } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { PriceEffectStep } from './price-effect.tsx';
import classes from './prices.module.css';
import { usePricesChanged, usePricesToast } from './use-prices.ts';

/** A level by its colour and name. */
export const LevelName = ({ level }: { level: { readonly name: string; readonly colour: string } }) => (
  <span className={classes.level} style={{ '--level': level.colour } as CSSProperties}>
    {level.name}
  </span>
);

/** The levels of buyers, the highest first. */
export function Levels() {
  const { t } = useTranslation('admin');
  const levels = useQuery({ ...query('listBuyerLevels'), select: itemsOf });
  const opened = useOpenedRow(levels.data, ({ id }) => id);
  const columns = useColumns(opened.open);
  return (
    <Panel
      title={t('prices.levels.title')}
      aside={
        <Allowed to="createBuyerLevel">
          <Button leftSection={<IconPlus size={17} />} onClick={opened.openNew}>
            {t('prices.levels.add')}
          </Button>
        </Allowed>
      }
    >
      <p className={classes.lede}>{t('prices.levels.lede')}</p>
      {levels.isError && !levels.data ? (
        <LoadFailure error={levels.error} onRetry={() => void levels.refetch()} />
      ) : (
        <DataList
          label={t('prices.levels.title')}
          columns={columns}
          rows={levels.data}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t('prices.levels.empty')} />}
        />
      )}
      {(opened.row ?? opened.isNew) && (
        <LevelForm key={opened.row?.id ?? 'new'} level={opened.row} onClose={opened.close} />
      )}
    </Panel>
  );
}

function useColumns(edit: (level: BuyerLevel) => void): Column<BuyerLevel>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    {
      key: 'name',
      title: t('prices.field.level'),
      onCard: 'heading',
      render: (level) => <LevelName level={level} />,
    },
    {
      key: 'discount',
      title: t('prices.field.discount'),
      align: 'end',
      render: ({ discount_percent: percent }) => formatPercent(percent, language),
    },
    {
      key: 'turnover',
      title: t('prices.field.reached'),
      render: ({ turnover, turnover_days: days }) =>
        turnover === null ? (
          t('prices.levels.byHand')
        ) : (
          <span>
            <Money amount={turnover} />{' '}
            {days === null ? t('prices.levels.ever') : t('prices.levels.within', { count: days })}
          </span>
        ),
    },
    {
      key: 'buyers',
      title: t('prices.field.buyers'),
      align: 'end',
      render: ({ id, name, buyers }) => (
        <Anchor
          component={Link}
          inherit
          to={`/admin/user?level_id=${id}`}
          aria-label={`${name}, ${t('prices.field.buyers')}: ${buyers}`}
        >
          <Count value={buyers} />
        </Anchor>
      ),
    },
    {
      key: 'edit',
      title: t('prices.edit'),
      isTitleHidden: true,
      onCard: 'wide',
      align: 'end',
      render: (level) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('prices.editOne', { name: level.name })}
          onClick={() => edit(level)}
        >
          {t('prices.edit')}
        </Button>
      ),
    },
  ];
}

const WIDTH_PX = 560;

type Values = {
  names: Texts;
  colour: string;
  discount: string;
  turnover: string;
  days: number | string;
  sort: number | string;
};

const COLOURS = ['#b08d57', '#8f9aa5', '#c9a227', '#3b7dd8'] as const;

const toRequestBody = ({ names, colour, discount, turnover, days, sort }: Values) => ({
  names: toKept(names),
  colour,
  discount_percent: discount.trim() || '0',
  ...(turnover.trim() && { turnover: turnover.trim() }),
  ...(days !== '' && { turnover_days: Number(days) }),
  sort: Number(sort),
});

const toFormValues = (level: BuyerLevel | null): Values => ({
  names: toTexts(level?.names ?? {}),
  colour: level?.colour ?? COLOURS[0],
  discount: level?.discount_percent ?? '',
  turnover: level?.turnover ?? '',
  days: level?.turnover_days ?? '',
  sort: level?.sort ?? 0,
});

/** The call's fields by the form's. */
const PLACES = { discount_percent: 'discount', turnover_days: 'days' } as const;

function LevelForm({ level, onClose }: { level: BuyerLevel | null; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = usePricesChanged();
  const toast = usePricesToast();
  const [effect, setEffect] = useState<PriceEffect | null>(null);
  const form = useForm<Values>({
    initialValues: toFormValues(level),
    validate: { names: (names) => (fallbackOf(names) ? null : t('goods.problem.name')) },
  });
  const send = useFormCall(form, { fields: PLACES });
  const done = async () => {
    toast();
    await changed();
    onClose();
  };
  const read = async () => {
    const now = level && (await latestOf(call('listBuyerLevels'), level));
    return toRequestBody(now ? typedOver(form, toFormValues(now)) : form.values);
  };
  const save = async () => {
    const body = await read();
    await (level
      ? send('updateBuyerLevel', { params: { id: level.id }, body })
      : send('createBuyerLevel', { body }));
    await done();
  };
  const look = useThrottledAction(async () => {
    const id = level && { id: level.id };
    setEffect(await send('previewPrices', { body: { level: { ...(await read()), ...id } } }));
  });
  return (
    <Sheet title={level?.name ?? t('prices.levels.add')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(look.run)} noValidate hidden={effect !== null}>
        <AllowedFields to="updateBuyerLevel">
          <LevelFields form={form} />
          <div className={classes.buttons}>
            <ThrottledButton type="submit" action={look}>
              {t('prices.next')}
            </ThrottledButton>
            {level && level.buyers === 0 && (
              <ConfirmButton
                variant="subtle"
                color="red"
                question={t('prices.levels.askDelete', { name: level.name })}
                onConfirm={async () => {
                  await call('deleteBuyerLevel', { params: { id: level.id } });
                  await done();
                }}
              >
                {t('prices.delete')}
              </ConfirmButton>
            )}
          </div>
        </AllowedFields>
      </form>
      {effect && <PriceEffectStep effect={effect} onConfirm={save} onBack={() => setEffect(null)} />}
    </Sheet>
  );
}

/** Its names, what it gives, and how it is reached. */
function LevelFields({ form }: { form: UseFormReturnType<Values> }) {
  const { t, language } = useTranslation('admin');
  return (
    <div className={classes.fields}>
      {LANGUAGES.toSorted((a, b) => Number(b === language) - Number(a === language)).map((one) => (
        <TextInput
          key={one}
          lang={one}
          label={t('prices.levels.nameIn', { language: languageNames[one] })}
          maxLength={40}
          autoComplete="off"
          error={one === 'en' && form.errors['names']}
          value={form.values.names[one]}
          onChange={({ currentTarget }) => form.setFieldValue(`names.${one}`, currentTarget.value)}
        />
      ))}
      <DecimalField
        label={t('prices.field.discount')}
        description={t('prices.levels.discountHint')}
        rightSection="%"
        decimals={2}
        {...form.getInputProps('discount')}
      />
      <TextInput
        type="color"
        label={t('prices.field.colour')}
        className={classes.colour}
        {...form.getInputProps('colour')}
      />
      <AmountField
        label={t('prices.field.turnover')}
        description={t('prices.levels.turnoverHint')}
        {...form.getInputProps('turnover')}
      />
      <WholeField
        label={t('prices.field.days')}
        description={t('prices.levels.daysHint')}
        {...form.getInputProps('days')}
      />
      <WholeField
        label={t('goods.field.sort')}
        description={t('prices.levels.sortHint')}
        {...form.getInputProps('sort')}
      />
    </div>
  );
}
