import { TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './goods-form.module.css';
import type { GoodsFormPart } from './goods-texts.tsx';

/**
 * How an account's line is split into columns for display, and how delivered files are named. The line itself never
 * changes.
 */
export function FormatFields({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const { separator, columns } = form.values;
  return (
    <fieldset className={classes.group}>
      <legend>{t('goods.group.format')}</legend>
      <div className={classes.format}>
        <TextInput
          label={t('goods.field.separator')}
          description={t('goods.hint.separator')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('separator')}
        />
        <TagsInput
          label={t('goods.field.columns')}
          description={t('goods.hint.columns')}
          maxTags={20}
          {...form.getInputProps('columns')}
        />
      </div>
      <p className={classes.line}>
        <code>{columns.join(separator)}</code>
      </p>
      <TextInput
        label={t('goods.field.fileName')}
        description={t('goods.hint.fileName')}
        placeholder="{product} {order_no}"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        {...form.getInputProps('fileName')}
      />
    </fieldset>
  );
}
