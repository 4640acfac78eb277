import type { Gender, Goods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './gender-field.module.css';
import { stockOf } from './obstacle.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';

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
      <Toggle
        label={t('product.order.specify')}
        description={t('product.order.specifyHint')}
        checked={isSpecified}
        disabled={isLocked || (isSpecified && !isRandomOffered)}
        onChange={(isOn) => onChange(isOn ? offered[0]! : 'random')}
      />
      {isSpecified && (
        <ChoiceRow
          fullWidth
          aria-label={t('product.order.gender')}
          value={gender}
          disabled={isLocked}
          onChange={onChange}
          data={offered.map((one) => ({
            value: one,
            label: (
              <span className="figures">
                {t(`product.gender.${one}`)}{' '}
                <span className={classes.count}>{stockOf(goods, one).toLocaleString(language)}</span>
              </span>
            ),
          }))}
        />
      )}
    </div>
  );
}
