import { Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './event-timeline.module.css';

type TimelineEntry = {
  /** Unique within the timeline. */
  readonly key: string;
  readonly title: string;
  readonly at: string;
  /** Details beside the time. */
  readonly facts: ReactNode;
};

/** A timeline of entries, oldest first. */
export function EventTimeline({ title, events }: { title: string; events: readonly TimelineEntry[] }) {
  const language = useLanguage();
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <Timeline active={events.length} bulletSize={14} lineWidth={2}>
        {events.map(({ key, title: what, at, facts }) => (
          <Timeline.Item key={key} title={what}>
            <p className={classes.event}>
              <time dateTime={at} className="figures">
                {formatDateTime(at, language)}
              </time>
              {facts}
            </p>
          </Timeline.Item>
        ))}
      </Timeline>
    </>
  );
}
