import { lazy, Suspense } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { ChangeEmailButton, EmailChangeNotice } from '../features/sessions/change-email-button.tsx';
import { ActiveSessions } from '../features/sessions/active-sessions.tsx';
import { withMessage, confirmation, rules } from '../features/sessions/rules.tsx';
import { TwoFactorPanel } from '../features/sessions/two-factor/two-factor-panel.tsx';
import { InstallPanel, PasswordForm, Profile } from '../features/users/profile.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { useStored } from '../lib/stored/stored-state.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { PageHeader } from '../ui/layout/panel.tsx';
import classes from './pages.module.css';

const LevelPanel = lazy(() => import('../features/prices/level-panel.tsx'));
const AgentInvitation = lazy(() => import('../features/agents/become-agent.tsx'));
const ApiKeysPanel = lazy(() => import('../features/api-keys/api-keys-panel.tsx'));
const StatementPanel = lazy(() => import('../features/statements/statement-panel.tsx'));
const WebhooksPanel = lazy(() => import('../features/webhooks/webhooks-panel.tsx'));
const DeliveryFormatPanel = lazy(() => import('../features/orders/delivery/delivery-format-panel.tsx'));

/** What stands below waits for it (`.column`). */
const WAITING = <div data-waiting />;

/** The profile page of both areas: personal data and security. */
export function Page() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isAdmin = useStored((s) => s.user?.isAdmin === true);
  const checks = {
    old: withMessage(rules.password),
    password: withMessage(isAdmin ? rules.newAdminPassword : rules.newPassword),
    confirm: withMessage(confirmation),
  };
  return (
    <>
      <PageHeader title={t('users.title')} lede={t('users.lede')} />
      <div className={classes.parts}>
        <div className={classes.column}>
          <Profile atEmail={<ChangeEmailButton />} />
          <BlockBoundary fallback={null}>
            <EmailChangeNotice />
          </BlockBoundary>
          <BlockBoundary fallback={null}>
            <Suspense fallback={WAITING}>
              <LevelPanel />
            </Suspense>
          </BlockBoundary>
          <BlockBoundary>
            <Suspense fallback={WAITING}>
              <DeliveryFormatPanel />
            </Suspense>
          </BlockBoundary>
          <BlockBoundary>
            <TwoFactorPanel />
          </BlockBoundary>
        </div>
        <div className={classes.column}>
          <BlockBoundary>
            <Suspense fallback={WAITING}>
              <StatementPanel />
            </Suspense>
          </BlockBoundary>
          <BlockBoundary>
            <Suspense fallback={WAITING}>
              <WebhooksPanel owner="buyer" />
            </Suspense>
          </BlockBoundary>
          <PasswordForm checks={checks} onChanged={async () => navigate('/login')} />
          <BlockBoundary>
            <ActiveSessions />
          </BlockBoundary>
          <BlockBoundary>
            <Suspense fallback={WAITING}>
              <ApiKeysPanel />
            </Suspense>
          </BlockBoundary>
          <BlockBoundary fallback={null}>
            <Suspense fallback={WAITING}>
              <AgentInvitation to={`${currentArea()}/agent`} />
            </Suspense>
          </BlockBoundary>
          <BlockBoundary fallback={null}>
            <InstallPanel />
          </BlockBoundary>
        </div>
      </div>
    </>
  );
}
