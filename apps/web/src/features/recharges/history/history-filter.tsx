import { Button, NativeSelect } from '@mantine/core';
import type { RechargeStatus } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { Days } from '../../../lib/day-range.ts';
import { DayRangeField } from '../../../ui/fields/day-range-field.tsx';
import classes from './history-filter.module.css';

type HistoryChoice = Days & { readonly status: RechargeStatus | '' };

export const NO_CHOICE: HistoryChoice = { status: '', from: '', to: '' };

const STATUSES = ['recharging', 'successful', 'failed'] as const satisfies readonly RechargeStatus[];

type Props = { choice: HistoryChoice; onChange: (choice: HistoryChoice) => void };

export function HistoryFilter({ choice, onChange }: Props) {
  const { t } = useTranslation();
  const options = STATUSES.map((status) => ({ value: status, label: t(`recharges.status.${status}`) }));
  return (
    <div className={classes.filter}>
      <NativeSelect
        aria-label={t('recharges.history.status')}
        value={choice.status}
        data={[{ value: '', label: t('recharges.history.all') }, ...options]}
        onChange={({ currentTarget }) =>
          onChange({ ...choice, status: currentTarget.value as HistoryChoice['status'] })
        }
      />
      <DayRangeField
        from={choice.from}
        to={choice.to}
        onChange={(from, to) => onChange({ ...choice, from, to })}
      />
      <Button variant="default" onClick={() => onChange(NO_CHOICE)}>
        {t('recharges.history.reset')}
      </Button>
    </div>
  );
}
