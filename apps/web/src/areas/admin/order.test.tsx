// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Proposal } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { Page } from './order.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => undefined));

const proposal: Proposal = {
  id: '7',
  kind: 'refundApproved',
  subject: 'order:ABCD1234',
  terms: { order_no: 'ABCD1234', amount: '12', accounts: 2 },
  reason: 'both are dead',
  action: 'order.refund',
  cools_hours: 0,
  state: 'proposed',
  proposed_by: 'ann',
  proposed_at: '2026-03-10T12:00:00Z',
  approved_by: null,
  approved_at: null,
  due_at: null,
  expires_at: '2026-03-17T12:00:00Z',
  settled_by: null,
  settled_at: null,
  outcome: '',
  outcome_error: null,
  can_approve: true,
};

test.each(['/admin/order?open=ABCD1234', '/admin/order?tab=claims&open=ABCD1234'])(
  'a refund that waits for a second person stands with its order: %s',
  async (address) => {
    const client = createQueryClient();
    const asked = { query: { state: 'open' as const, limit: 500, subject: 'order:ABCD1234' } };
    client.setQueryData(queryKey('listProposals', asked), {
      items: [proposal],
      next_cursor: null,
      total: null,
    });
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () =>
      root.render(
        <MantineProvider>
          <QueryClientProvider client={client}>
            <Router hook={memoryLocation({ path: address }).hook}>
              <Page />
            </Router>
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    expect(document.body.textContent).toContain('both are dead');
    act(() => root.unmount());
  },
);
