import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import type { AdminCategory, Gender } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './goods-form.module.css';
import type { GoodsFormPart } from './goods-texts.tsx';

const GENDERS: readonly Gender[] = ['random', 'male', 'female'];

/** Category, sort order, quantity limits, genders and warranty. */
export function SaleFields({ form, categories }: GoodsFormPart & { categories: readonly AdminCategory[] }) {
  const { t } = useTranslation('admin');
  const count = (name: 'min' | 'max' | 'warranty' | 'sort') => (
    <NumberInput
      label={t(`goods.field.${name}`)}
      description={t(`goods.hint.${name}`)}
      allowDecimal={false}
      // An excessive value shows an error and is not clamped silently.
      clampBehavior="none"
      {...form.getInputProps(name)}
    />
  );
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.group.sale')}</legend>
      <div className={classes.pair}>
        <NativeSelect
          label={t('goods.field.category')}
          description={t('goods.hint.category')}
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('category')}
        />
        {count('sort')}
        {count('min')}
        {count('max')}
        {count('warranty')}
        <Checkbox.Group label={t('goods.field.genders')} {...form.getInputProps('genders')}>
          <div className={classes.genders}>
            {GENDERS.map((gender) => (
              <Checkbox key={gender} value={gender} label={t(`goods.gender.${gender}`)} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
    </fieldset>
  );
}
