import type { FamilyPage, Goods } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useNavigate } from '../../lib/site-location.tsx';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { changeChoice, choiceOf, hasNone, isOut, NONE, writeChoice, type Choice } from './family-choice.ts';
import classes from './family-chooser.module.css';
import { stockLevel } from './goods-facts.ts';

type ChooserProps = {
  family: FamilyPage;
  choice: Choice;
  /** The product that the choice leads to. */
  picked: Goods;
  onChange: (choice: Choice) => void;
};

/** Chooses one product of a family by its attributes. What is sold out is grey, and can be looked at all the same. */
export function FamilyChooser({ family: { attributes, goods }, choice, picked, onChange }: ChooserProps) {
  const { t } = useTranslation();
  const { t: service } = useTranslation('service');
  const named = attributes.map(({ values, ...attribute }) => ({
    ...attribute,
    values: hasNone(attribute.id, goods) ? [...values, { id: NONE, name: service('choice.none') }] : values,
  }));
  // What all have in common is no choice.
  const shown = named.filter(({ values }) => values.length > 1);
  const isAny = shown.some(({ id }) => !choice.has(id));
  return (
    <div className={classes.chooser}>
      {shown.map(({ id, name, values }) => (
        <fieldset key={id} className={classes.attribute}>
          <legend>{name}</legend>
          {[null, ...values].map((value) => {
            const isGone = value !== null && isOut(choice, id, value.id, goods);
            return (
              <button
                key={value?.id ?? 'any'}
                type="button"
                aria-pressed={choice.get(id) === value?.id}
                data-out={isGone || undefined}
                onClick={() => onChange(changeChoice(choice, id, value?.id ?? null, goods))}
              >
                {value?.name ?? service('choice.any')}
                {isGone && <span className={classes.out}> ({t('product.obstacle.soldOut')})</span>}
              </button>
            );
          })}
        </fieldset>
      ))}
      <BuyerLimits goods={picked} />
      <p className={classes.picked} aria-live="polite">
        {stockLevel(picked) === 'soldOut'
          ? t('product.obstacle.soldOut')
          : isAny && service('choice.picked', { name: picked.name })}
      </p>
    </div>
  );
}

/** How many accounts of a product one buyer can have, in all and in a day. */
function BuyerLimits({ goods: { most_per_buyer: ever, most_per_day: day } }: { goods: Goods }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const zone = useStored((s) => s.webConfig?.time_zone);
  const said = [
    ever !== null && t('choice.ever', { most: ever.toLocaleString(language) }),
    day !== null && zone !== undefined && t('choice.day', { most: day.toLocaleString(language), zone }),
  ].filter((text) => text !== false);
  return said.length > 0 && <p className={classes.picked}>{said.join(' · ')}</p>;
}

/** On the page of a product: how many one buyer can have of it, and the way to the others of its family. */
export default function OwnFamily({ goods }: { goods: Goods }) {
  return goods.family ? <Others goods={goods} familyId={goods.family.id} /> : <BuyerLimits goods={goods} />;
}

function Others({ goods, familyId }: { goods: Goods; familyId: string }) {
  const navigate = useNavigate();
  const { data, isError } = useQuery(query('readFamily', { params: { id: familyId } }, { isQuiet: true }));
  if (isError && !data) return <BuyerLimits goods={goods} />;
  if (!data) return <div className={classes.waiting} />;
  const change = (choice: Choice) => void navigate(`/family/${data.slug}?attributes=${writeChoice(choice)}`);
  return (
    <section aria-label={data.name}>
      <FamilyChooser family={data} choice={choiceOf(goods, data.goods)} picked={goods} onChange={change} />
    </section>
  );
}
