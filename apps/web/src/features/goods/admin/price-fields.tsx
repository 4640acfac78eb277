import { ActionIcon, Button, NumberInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './goods-form.module.css';
import type { GoodsFormPart } from './goods-texts.tsx';
import { AmountField } from '../../../ui/fields/decimal-field.tsx';

const MOST_TIERS = 20;

/** The unit price, and lower prices from larger quantities. */
export function PriceFields({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const { tiers } = form.values;
  const problem = form.errors['tiers'];
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.group.price')}</legend>
      <AmountField
        label={t('goods.field.price')}
        className={classes.short}
        {...form.getInputProps('price')}
      />
      {tiers.map((_, index) => (
        // Tiers have no ids: their index is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.tier}>
          <NumberInput
            aria-label={t('goods.tier.from', { number: index + 1 })}
            prefix={t('goods.tier.prefix')}
            min={2}
            max={10_000}
            allowDecimal={false}
            {...form.getInputProps(`tiers.${index}.quantity`)}
          />
          <AmountField
            aria-label={t('goods.tier.price', { number: index + 1 })}
            {...form.getInputProps(`tiers.${index}.price`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('goods.tier.remove', { number: index + 1 })}
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
          onClick={() => form.insertListItem('tiers', { quantity: '', price: '' })}
        >
          {t('goods.tier.add')}
        </Button>
      )}
    </fieldset>
  );
}
