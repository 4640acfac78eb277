import { TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './goods-form.module.css';
import type { GoodsFormPart } from './goods-texts.tsx';

/** How an account's line is split into columns for display. The line itself never changes. */
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
    </fieldset>
  );
}
