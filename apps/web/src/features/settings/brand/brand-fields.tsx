import { TextInput, Button, FileButton, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { contrastsOf, type ColourRole, type Contrast } from '@portside/contract/settings/brand-colours';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { readColour, type BrandValues, logoAddress, BRAND_FIELDS, PICTURES } from './brand-values.ts';
import classes from './brand.module.css';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { CHOOSES_AGAIN } from '../../../lib/browser/decode-file.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Logo } from '../../../ui/layout/logo.tsx';
import { toLogo } from './to-logo.ts';
import type { Language } from '@portside/contract';
import { BRAND_TEXT_LENGTHS, type BrandText } from '@portside/contract/wire/limits';
import { fallbackOf } from '../../../locales/texts.ts';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';

type BrandColoursForm = Pick<
  UseFormReturnType<BrandValues>,
  'values' | 'errors' | 'setFieldValue' | 'getInputProps'
>;

/** The built-in colours: where the colour field begins. */
const BUILT_IN: Readonly<Record<ColourRole, string>> = { main: '#1c507a', accent: '#c9471a' };

/** Both colours, each with its contrasts as the pages use it. */
export const BrandColours = ({ form }: { form: BrandColoursForm }) => (
  <div className={classes.colours}>
    <Colour form={form} of="main" />
    <Colour form={form} of="accent" />
  </div>
);

function Colour({ form, of: role }: { form: BrandColoursForm; of: ColourRole }) {
  const { t } = useTranslation('admin');
  const field = `${role}_colour` as const;
  const colour = readColour(form.values[field]);
  return (
    <div className={classes.colour}>
      <TextInput
        label={t(`brand.field.${field}`)}
        description={t(`brand.hint.${field}`)}
        placeholder={t('brand.builtInColour')}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            aria-label={t('brand.choose', { name: t(`brand.field.${field}`) })}
            value={colour ?? BUILT_IN[role]}
            onChange={({ currentTarget }) => form.setFieldValue(field, currentTarget.value)}
          />
        }
        {...form.getInputProps(field)}
        onBlur={() => colour && form.setFieldValue(field, colour)}
      />
      {colour && <Contrasts rows={contrastsOf(colour, role)} />}
    </div>
  );
}

const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' } as const;

/** Each place of a colour, drawn as it will look, with its ratio. */
function Contrasts({ rows }: { rows: readonly Contrast[] }) {
  const { t } = useTranslation('admin');
  const format = new Intl.NumberFormat(useLanguage(), DIGITS);
  const ratio = (value: number): string => `${format.format(value)}:1`;
  return (
    <>
      <ul className={classes.contrasts}>
        {rows.map(({ place, scheme, colour, ratio: now, ratioAsGiven, isAdjusted }) => (
          <li key={`${place} ${scheme}`}>
            <span
              className={classes.sample}
              data-place={place}
              data-scheme={scheme}
              style={place === 'button' ? { background: colour } : { color: colour }}
            >
              {t(`brand.place.${place}`)}
            </span>
            <span>
              {t(`brand.scheme.${scheme}`)} · <strong className="figures">{ratio(now)}</strong>
              {isAdjusted && (
                <span className={classes.adjusted}>
                  {t('brand.adjusted', { colour, ratio: ratio(ratioAsGiven) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rows.some(({ isAdjusted }) => isAdjusted) && <p className={classes.quiet}>{t('brand.whyAdjusted')}</p>}
    </>
  );
}

type BrandLogoForm = Pick<UseFormReturnType<BrandValues>, 'values' | 'setFieldValue' | 'getValues'>;

const SIZE_PX = 72;

/** The logo of the draft. The picture is uploaded at once; the form keeps the texts that are not saved yet. */
export function BrandLogo({ form }: { form: BrandLogoForm }) {
  const { t } = useTranslation('admin');
  const [isWrong, setWrong] = useState(false);
  const { logo } = form.values;
  const upload = useThrottledAction(async (file: File) => {
    const drawn = await toLogo(file, readColour(form.getValues().main_colour));
    setWrong(drawn === null);
    if (drawn === null) return;
    const { draft } = await call('setBrandLogo', drawn);
    form.setFieldValue('logo', draft!.logo);
  });
  return (
    <div className={classes.logo}>
      {logo ? (
        <img src={logoAddress(logo)} width={SIZE_PX} height={SIZE_PX} alt="" />
      ) : (
        <Logo size={SIZE_PX} />
      )}
      <div>
        <strong>{t('brand.field.logo')}</strong>
        <div className={classes.buttons}>
          <FileButton
            inputProps={CHOOSES_AGAIN}
            accept={PICTURES}
            onChange={(file) => file && void upload.run(file)}
          >
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={upload.isRunning}>
                {t('brand.chooseLogo')}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button size="xs" variant="subtle" color="red" onClick={() => form.setFieldValue('logo', null)}>
              {t('brand.removeLogo')}
            </Button>
          )}
        </div>
        <p className={isWrong ? classes.problem : classes.quiet} aria-live="polite">
          {t(isWrong ? 'brand.notImage' : 'brand.hint.logo')}
        </p>
      </div>
    </div>
  );
}

type BrandTextsForm = Pick<UseFormReturnType<BrandValues>, 'values' | 'errors' | 'setFieldValue'>;

const isLong = (field: BrandText): boolean => field === 'lede' || field === 'footer';

/** The shop's texts in each language. */
export function BrandTexts({ form }: { form: BrandTextsForm }) {
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

function OneText({ form, field, language }: { form: BrandTextsForm; field: BrandText; language: Language }) {
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
