import { Timeline as MantineTimeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './timeline.module.css';

type TimelineEntry = {
  /** Unique within the timeline. */
  readonly key: string;
  readonly title: string;
  readonly at: string;
  /** Details beside the time. */
  readonly facts: ReactNode;
};

/** A timeline of entries, oldest first. */
export function Timeline({ title, entries }: { title: string; entries: readonly TimelineEntry[] }) {
  const language = useLanguage();
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <MantineTimeline active={entries.length} bulletSize={14} lineWidth={2}>
        {entries.map(({ key, title: what, at, facts }) => (
          <MantineTimeline.Item key={key} title={what}>
            <p className={classes.entry}>
              <time dateTime={at} className="figures">
                {formatDateTime(at, language)}
              </time>
              {facts}
            </p>
          </MantineTimeline.Item>
        ))}
      </MantineTimeline>
    </>
  );
}
