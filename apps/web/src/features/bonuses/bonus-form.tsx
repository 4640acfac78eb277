import { ActionIcon, Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Bonus, Data } from '@portside/contract';
import { needsSecondPerson } from '@portside/contract/wire/bonus';
import { parseMicro } from '@portside/contract/wire/money';
import { parsePercent } from '@portside/contract/wire/percent';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { fromLocalTime, toLocalTime, withTimeZone } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { AmountField, DecimalField } from '../../ui/fields/decimal-field.tsx';
import { latestOf, rowsOver, typedOver, useFormCall, type Typed } from '../../ui/fields/use-form-call.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import parts from '../../ui/layout/small-list.module.css';
import classes from './bonuses.module.css';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

export type Level = Data<'listBonuses'>['levels'][number];

const WIDTH_PX = 640;
const MOST_TIERS = 20;

type Kind = 'percent' | 'amount';
type Tier = { from: string; gives: string; kind: Kind };
type Values = {
  name: string;
  tiers: Tier[];
  levels: string[];
  starts: string;
  ends: string;
  isOn: boolean;
  reason: string;
};

const toValues = (bonus: Bonus | null): Values => ({
  name: bonus?.name ?? '',
  tiers: bonus?.tiers.map(({ from, percent, amount }) =>
    percent === null
      ? { from, gives: amount ?? '', kind: 'amount' as const }
      : { from, gives: percent, kind: 'percent' as const },
  ) ?? [{ from: '', gives: '', kind: 'percent' }],
  levels: bonus?.levels ?? [],
  starts: toLocalTime(bonus?.starts_at ?? null),
  ends: toLocalTime(bonus?.ends_at ?? null),
  isOn: bonus?.is_on ?? true,
  reason: '',
});

const toBody = ({ name, tiers, levels, starts, ends, isOn, reason }: Values, bonus: Bonus | null) => ({
  name: name.trim(),
  tiers: tiers.map(({ from, gives, kind }) => ({ from, [kind]: gives })),
  levels,
  // To the minute, a start that was not touched would move.
  ...(starts && starts !== toLocalTime(bonus?.starts_at ?? null) && { starts_at: fromLocalTime(starts) }),
  ...(ends && { ends_at: fromLocalTime(ends) }),
  is_on: isOn,
  ...(reason.trim() && { reason: reason.trim() }),
});

function overPresent(form: Typed<Values>, now: Values): Values {
  const levels = rowsOver(form.getInitialValues().levels, form.values.levels, now.levels);
  return { ...typedOver(form, now), levels };
}

const PERCENT = /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/;

const isAbove = (text: string, form: RegExp): boolean => form.test(text) && parseMicro(text) > 0n;
const isTier = ({ from, gives, kind }: Tier): boolean =>
  isAbove(from, AMOUNT) && isAbove(gives, kind === 'percent' ? PERCENT : AMOUNT);

/** Whether a colleague has to approve what is entered. */
const isProposal = ({ tiers, isOn }: Values): boolean =>
  isOn &&
  tiers.filter(isTier).some(({ from, gives, kind }) =>
    needsSecondPerson({
      fromMicro: parseMicro(from),
      basisPoints: kind === 'percent' ? parsePercent(gives) : null,
      amountMicro: kind === 'amount' ? parseMicro(gives) : null,
    }),
  );

type Props = { bonus: Bonus | null; levels: readonly Level[]; onClose: () => void };

/** Creates or edits a bonus on top-ups. */
export function BonusForm({ bonus, levels, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: toValues(bonus),
    validate: {
      name: (name) => (name.trim() === '' ? t('bonuses.nameMissing') : null),
      tiers: (tiers) => {
        if (tiers.length === 0 || !tiers.every(isTier)) return t('bonuses.tierWrong');
        const starts = new Set(tiers.map(({ from }) => parseMicro(from)));
        if (starts.size < tiers.length) return t('bonuses.tierTwice');
        const isTooMuch = ({ from, gives, kind }: Tier) =>
          kind === 'amount' && parseMicro(gives) > parseMicro(from);
        return tiers.some(isTooMuch) ? t('bonuses.tierLarge') : null;
      },
      ends: (ends, { starts }) => (ends && starts && ends <= starts ? t('bonuses.endsFirst') : null),
    },
  });
  const send = useFormCall(form, { fields: { starts_at: 'starts', ends_at: 'ends', is_on: 'isOn' } });
  const save = useThrottledAction(async () => {
    const now = bonus && (await latestOf(call('listBonuses'), bonus));
    const body = toBody(now ? overPresent(form, toValues(now)) : form.values, now);
    const { proposal } = bonus
      ? await send('updateBonus', { params: { id: bonus.id }, body })
      : await send('createBonus', { body });
    toastSuccess('bonus', t(proposal ? 'bonuses.proposed' : 'bonuses.saved'));
    await client.invalidateQueries({ queryKey: queryKey('listBonuses') });
    await client.invalidateQueries({ queryKey: queryKey('listProposals') });
    onClose();
  });
  return (
    <Sheet title={t(bonus ? 'bonuses.edit' : 'bonuses.add')} side="end" size={WIDTH_PX} onClose={onClose}>
      <form className={parts.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <TextInput
          label={t('bonuses.name')}
          description={t('bonuses.nameHint')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TierFields form={form} />
        <OfferFields form={form} levels={levels} />
        <Switch label={t('bonuses.on')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
        {isProposal(form.values) && (
          <TextInput
            label={t('bonuses.reason')}
            description={t('bonuses.reasonHint')}
            maxLength={500}
            autoComplete="off"
            {...form.getInputProps('reason')}
          />
        )}
        <ThrottledButton type="submit" action={save}>
          {t('bonuses.save')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** For whom, and when. */
function OfferFields({ form, levels }: { form: UseFormReturnType<Values>; levels: readonly Level[] }) {
  const { t } = useTranslation('admin');
  return (
    <>
      {levels.length > 0 && (
        <Checkbox.Group
          label={t('bonuses.levels')}
          description={t('bonuses.levelsHint')}
          {...form.getInputProps('levels')}
        >
          <div className={classes.levels}>
            {levels.map(({ id, name }) => (
              <Checkbox key={id} size="sm" value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={parts.pair}>
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('bonuses.starts'))}
          description={t('bonuses.startsHint')}
          {...form.getInputProps('starts')}
        />
        <TextInput
          type="datetime-local"
          label={withTimeZone(t('bonuses.ends'))}
          description={t('bonuses.endsHint')}
          {...form.getInputProps('ends')}
        />
      </div>
    </>
  );
}

/** From which amount on a payment earns how much. */
function TierFields({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation('admin');
  const { tiers } = form.values;
  const problem = form.errors['tiers'];
  return (
    <fieldset className={classes.tiers}>
      <legend>{t('bonuses.tiers')}</legend>
      {tiers.map(({ kind }, index) => (
        // Tiers have no ids: their index is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.tier}>
          <AmountField
            aria-label={t('bonuses.from', { number: index + 1 })}
            leftSection={t('bonuses.fromPrefix')}
            leftSectionWidth={44}
            {...form.getInputProps(`tiers.${index}.from`)}
          />
          <DecimalField
            aria-label={t('bonuses.gives', { number: index + 1 })}
            leftSection="+"
            decimals={kind === 'percent' ? 2 : 6}
            {...form.getInputProps(`tiers.${index}.gives`)}
          />
          <NativeSelect
            aria-label={t('bonuses.kind', { number: index + 1 })}
            data={[
              { value: 'percent', label: t('bonuses.percent') },
              { value: 'amount', label: t('bonuses.amount') },
            ]}
            {...form.getInputProps(`tiers.${index}.kind`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('bonuses.removeTier', { number: index + 1 })}
            onClick={() => form.removeListItem('tiers', index)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {tiers.length < MOST_TIERS && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem('tiers', { from: '', gives: '', kind: 'percent' })}
        >
          {t('bonuses.addTier')}
        </Button>
      )}
    </fieldset>
  );
}
