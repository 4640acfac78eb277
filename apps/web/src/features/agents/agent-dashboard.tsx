import { Button, Skeleton } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { telegramLink } from '../../lib/telegram-link.ts';
import { Link } from '../../lib/router/link.tsx';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { FailedState } from '../../ui/messages/failed-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './agent-dashboard.module.css';
import { AgentFigures } from './agent-figures.tsx';
import { AgentLink } from './agent-link.tsx';
import { AgentStatement } from './agent-statement.tsx';
import { LighthousePicture } from './lighthouse-picture.tsx';
import { useIsAgent, useOwnAgent } from './use-own-agent.ts';

type Ways = {
  readonly shopTelegram: string | undefined;
  /** The customer service page of this area. */
  readonly support: string;
};

/** An agent's own page: the referral link, its results, and the commission statement. */
export function AgentDashboard({ shopTelegram, support }: Ways) {
  const identity = useIsAgent();
  const own = useOwnAgent(identity.data === true);
  const agent = own.data;
  if (identity.data === false) return <NoAgent shopTelegram={shopTelegram} support={support} />;
  const failed = [identity, own].find(({ isError, data }) => isError && data === undefined);
  if (failed) return <FailedState onRetry={() => void failed.refetch()} />;
  return (
    <div className={classes.desk}>
      <AgentLink agent={agent} />
      <AgentFigures agent={agent} />
      <BlockBoundary>{agent ? <AgentStatement /> : <Skeleton height={300} radius="lg" />}</BlockBoundary>
    </div>
  );
}

function NoAgent({ shopTelegram, support }: Ways) {
  const { t } = useTranslation('service');
  return (
    <Panel>
      <EmptyState
        picture={<LighthousePicture />}
        title={t('agents.none.title')}
        text={t('agents.none.text')}
        action={
          shopTelegram ? (
            <Button
              component="a"
              href={telegramLink(shopTelegram)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandTelegram size={18} />}
            >
              {t('agents.none.ask')}
            </Button>
          ) : (
            <Button component={Link} to={support}>
              {t('agents.none.write')}
            </Button>
          )
        }
      />
    </Panel>
  );
}
