import { Progress } from '@mantine/core';
import type { Data } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Money } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './level-panel.module.css';

type Level = NonNullable<Data<'readOwnLevel'>['level']>;
type Next = NonNullable<Data<'readOwnLevel'>['next']>;

/** The buyer's level, how far the next one is and what it brings. Nothing where the shop has neither for them. */
export default function LevelPanel() {
  const { t } = useTranslation('service');
  const { data, isFetched } = useQuery(query('readOwnLevel', {}, { isQuiet: true }));
  if (!isFetched) return <div data-waiting />;
  if (!data || (data.level === null && data.next === null)) return null;
  return (
    <Panel title={t('prices.level.title')}>
      <div className={classes.panel}>
        <p>{data.level ? <LevelName level={data.level} /> : t('prices.level.none')}</p>
        {data.next && <NextLevel next={data.next} />}
      </div>
    </Panel>
  );
}

/** "Gold −5%". */
function LevelName({ level }: { level: Level }) {
  const { language } = useTranslation('service');
  return (
    <strong className={`${classes.name} figures`}>
      <i className={classes.dot} style={{ background: level.colour }} aria-hidden />
      {level.name}
      {level.discount_percent !== '0' && <span>{formatPercent(`-${level.discount_percent}`, language)}</span>}
    </strong>
  );
}

function NextLevel({ next }: { next: Next }) {
  const { t } = useTranslation('service');
  const percent = Math.min(100, (Number(next.reached) / Number(next.turnover)) * 100);
  return (
    <div className={classes.next}>
      <p>
        {t('prices.level.next')} <LevelName level={next} />
      </p>
      <Progress value={percent} color={next.colour} aria-label={t('prices.level.progress')} />
      <p className={`${classes.figures} figures`}>
        <Money amount={next.reached} hasUnit={false} /> / <Money amount={next.turnover} />
        {next.turnover_days !== null && (
          <span>{t('prices.level.days', { days: next.turnover_days, count: next.turnover_days })}</span>
        )}
      </p>
    </div>
  );
}
