import { ActionIcon, Button } from '@mantine/core';
import type { CommissionTier } from '@portside/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { AmountField, DecimalField } from './decimal-field.tsx';
import classes from './fields.module.css';

const MOST_TIERS = 8;

type Props = {
  label: ReactNode;
  description?: ReactNode;
  problem?: ReactNode;
  value: CommissionTier[];
  onChange: (tiers: CommissionTier[]) => void;
  className?: string | undefined;
};

/** Rates by net sales: from so many on, so many percent. */
export function TierFields({ label, description, problem, value: tiers, onChange, className }: Props) {
  const { t } = useTranslation('admin');
  const hint = useId();
  const change = (at: number, part: Partial<CommissionTier>) =>
    onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...part } : tier)));
  return (
    <fieldset className={`${classes.tiers} ${className ?? ''}`} aria-describedby={hint}>
      <legend>{label}</legend>
      <p id={hint} className={classes.tiersHint}>
        {description}
      </p>
      {tiers.map(({ from, percent }, index) => (
        // Tiers have no ids: their index is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.tier}>
          <AmountField
            aria-label={t('agents.tiers.from', { number: index + 1 })}
            leftSection={t('agents.tiers.prefix')}
            leftSectionWidth={54}
            value={from}
            onChange={(next) => change(index, { from: next })}
          />
          <DecimalField
            aria-label={t('agents.tiers.percent', { number: index + 1 })}
            rightSection="%"
            decimals={2}
            value={percent}
            onChange={(next) => change(index, { percent: next })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('agents.tiers.remove', { number: index + 1 })}
            onClick={() => onChange(tiers.filter((_, other) => other !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {problem && (
        <p role="alert" className={classes.tiersProblem}>
          {problem}
        </p>
      )}
      {tiers.length < MOST_TIERS && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...tiers, { from: '', percent: '' }])}
        >
          {t('agents.tiers.add')}
        </Button>
      )}
    </fieldset>
  );
}
