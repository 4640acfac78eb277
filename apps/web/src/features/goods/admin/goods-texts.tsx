import { Tabs, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, languageNames } from '../../../locales/languages.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './goods-form.module.css';
import type { GoodsValues } from './goods-values.ts';

export type GoodsFormPart = { form: UseFormReturnType<GoodsValues> };

/** Name and description in each language; readers of the others get English, or any. */
export function GoodsTexts({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <Tabs defaultValue={language} keepMounted={false}>
      <Tabs.List className={classes.languages} aria-label={t('goods.languages')}>
        {LANGUAGES.map((one) => (
          <Tabs.Tab key={one} value={one} data-written={form.values.names[one].trim() !== '' || undefined}>
            {languageNames[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.texts} lang={one}>
          <TextInput
            label={t('goods.field.name')}
            maxLength={120}
            autoComplete="off"
            value={form.values.names[one]}
            error={form.errors['names']}
            onChange={({ currentTarget }) => form.setFieldValue(`names.${one}`, currentTarget.value)}
          />
          <Textarea
            label={t('goods.field.description')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={4_000}
            value={form.values.descriptions[one]}
            onChange={({ currentTarget }) => form.setFieldValue(`descriptions.${one}`, currentTarget.value)}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
