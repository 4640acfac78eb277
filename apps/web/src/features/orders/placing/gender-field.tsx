import type { Gender, Goods } from '@portside/contract';
import { SegmentedControl, Switch } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './gender-field.module.css';
import { stockOf } from './obstacle.ts';

type Props = { goods: Goods; gender: Gender; isLocked: boolean; onChange: (gender: Gender) => void };

/** Random, unless the buyer turns on one of the genders that the product offers. Hidden where there is no choice. */
export function GenderField({ goods, gender, isLocked, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const offered = goods.genders.filter((one) => one !== 'random');
  if (offered.length === 0) return null;
  const isSpecified = gender !== 'random';
  const isRandomOffered = goods.genders.includes('random');
  return (
    <div className={classes.field}>
      <Switch
        label={t('orders.confirm.specify')}
        description={t('orders.confirm.specifyHint')}
        checked={isSpecified}
        disabled={isLocked || (isSpecified && !isRandomOffered)}
        onChange={(event) => onChange(event.currentTarget.checked ? offered[0]! : 'random')}
      />
      {isSpecified && (
        <SegmentedControl
          fullWidth
          aria-label={t('orders.confirm.gender')}
          value={gender}
          disabled={isLocked}
          onChange={onChange}
          data={offered.map((one) => ({
            value: one,
            label: (
              <span className="figures">
                {t(`orders.confirm.${one}`)}{' '}
                <span className={classes.count}>{stockOf(goods, one).toLocaleString(language)}</span>
              </span>
            ),
          }))}
        />
      )}
    </div>
  );
}
