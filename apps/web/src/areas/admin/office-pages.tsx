import type { ComponentType } from 'react';

type OfficePage = { readonly Page: ComponentType; readonly props?: object };

/**
 * How each page of the back office is loaded, by its name in the address. Apart from the site map, because the names of
 * all the files behind it would weigh more than a kilobyte in what buyers load first.
 */
export const OFFICE_PAGES = {
  dataBoard: () => import('./data-board.tsx'),
  order: () => import('./order.tsx'),
  sales: () => import('./sales.tsx'),
  async user() {
    const [{ AllUsers }, { PendingProposals }, { OwnPrices }, { KeyRight }] = await Promise.all([
      import('../../features/users/all-users.tsx'),
      import('../../features/approvals/pending-proposals.tsx'),
      import('../../features/prices/own-prices.tsx'),
      import('../../features/api-keys/all-keys.tsx'),
    ]);
    return {
      Page: () => (
        <AllUsers
          renderPending={(id) => <PendingProposals subject={`user:${id}`} />}
          renderPrices={(user) => (
            <OwnPrices
              user={user}
              pending={<PendingProposals about="priceList" benefits={user.username} />}
            />
          )}
          renderKeys={(userId) => <KeyRight userId={userId} />}
        />
      ),
    };
  },
  role: async () => ({ Page: (await import('../../features/roles/role-list.tsx')).RoleList }),
  recharge: () => import('./recharge.tsx'),
  support: async () => ({ Page: (await import('../../features/support/inbox.tsx')).Inbox }),
  goods: () => import('./goods.tsx'),
  prices: () => import('./prices.tsx'),
  agent: async () => ({ Page: (await import('../../features/agents/all-agents.tsx')).AllAgents }),
  config: () => import('./config.tsx'),
  audit: () => import('./audit.tsx'),
} satisfies Record<string, () => Promise<OfficePage>>;
