import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { contrastsOf, type ColourRole, type Contrast } from '@portside/contract/brand/palette';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { readColour, type BrandValues } from './brand-values.ts';
import classes from './brand-form.module.css';

type Form = Pick<UseFormReturnType<BrandValues>, 'values' | 'errors' | 'setFieldValue' | 'getInputProps'>;

/** The built-in colours: where the colour field begins. */
const BUILT_IN: Readonly<Record<ColourRole, string>> = { main: '#1c507a', accent: '#c9471a' };

/** Both colours, each with its contrasts as the pages use it. */
export const BrandColours = ({ form }: { form: Form }) => (
  <div className={classes.colours}>
    <Colour form={form} of="main" />
    <Colour form={form} of="accent" />
  </div>
);

function Colour({ form, of: role }: { form: Form; of: ColourRole }) {
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
