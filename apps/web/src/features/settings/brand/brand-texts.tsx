import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Language } from '@portside/contract';
import { BRAND_TEXT_LENGTHS, type BrandText } from '@portside/contract/brand/brand-texts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { fallbackOf } from '../../../locales/texts.ts';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import { BRAND_FIELDS, type BrandValues } from './brand-values.ts';
import classes from './brand-form.module.css';

type Form = Pick<UseFormReturnType<BrandValues>, 'values' | 'errors' | 'setFieldValue'>;

const isLong = (field: BrandText): boolean => field === 'lede' || field === 'footer';

/** The shop's texts in each language. */
export function BrandTexts({ form }: { form: Form }) {
  const { t } = useTranslation('admin');
  return (
    <LanguageTabs
      label={t('brand.languages')}
      isWritten={(language) => BRAND_FIELDS.some((field) => form.values[field][language].trim() !== '')}
    >
      {(language) => (
        <div className={classes.texts}>
          {BRAND_FIELDS.map((field) => (
            <OneText key={field} form={form} field={field} language={language} />
          ))}
        </div>
      )}
    </LanguageTabs>
  );
}

function OneText({ form, field, language }: { form: Form; field: BrandText; language: Language }) {
  const { t } = useTranslation('admin');
  const texts = form.values[field];
  const fallback = fallbackOf(texts);
  const props = {
    label: t(`brand.field.${field}`),
    description: t(`brand.hint.${field}`),
    maxLength: BRAND_TEXT_LENGTHS[field],
    value: texts[language],
    // What readers of this language see until it is filled in.
    placeholder: fallback ? texts[fallback] : undefined,
    error: form.errors[field],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.setFieldValue(`${field}.${language}`, currentTarget.value),
  };
  return isLong(field) ? <Textarea {...props} autosize minRows={2} /> : <TextInput {...props} />;
}
