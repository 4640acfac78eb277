import { Skeleton } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Fact } from '../../../ui/data/facts.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './chain-health.module.css';
import { FIGURES } from './chain-figures.ts';

/** A network's card while it loads: as tall as the card, so that nothing below it moves. */
export function ChainCardSkeleton() {
  const { t } = useTranslation('admin');
  return (
    <Panel
      title={<Word width={150} />}
      aside={
        <StatusBadge tone="neutral">
          <Word width={60} />
        </StatusBadge>
      }
    >
      <dl className={classes.figures}>
        {FIGURES.map((name) => (
          <Fact key={name} name={t(`chains.${name}`)}>
            <span className="figures">
              <Word width={48} />
            </span>
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

/** Lower than a line of text, which keeps its height. */
const Word = ({ width }: { width: number }) => (
  <Skeleton component="span" display="inline-block" width={width} height="0.7em" />
);
