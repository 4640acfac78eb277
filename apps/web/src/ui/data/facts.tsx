import { Anchor, Timeline as MantineTimeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../buttons/copy-button.tsx';
import classes from './facts.module.css';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage } from '../../locales/use-translation.ts';

/** A list of facts, one below the other. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

/** One name and value of a description list. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type Link = { readonly href: string | null; readonly label: string };

/** A full hash or address with a copy button, and a link to the explorer where there is one. */
export const LongText = ({ text, link }: { text: string; link?: Link }) => (
  <>
    <span className={classes.long}>
      <code translate="no">{text}</code>
      <CopyButton text={text} />
    </span>
    {link?.href && (
      <Anchor href={link.href} target="_blank" rel="noreferrer" size="sm">
        {link.label}
      </Anchor>
    )}
  </>
);

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
