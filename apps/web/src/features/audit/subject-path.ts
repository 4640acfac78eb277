/** The admin page of an entry's subject; undefined if it has none. */
export function subjectPath(noun: string, id: string, name: string | undefined): string | undefined {
  switch (noun) {
    case 'user':
      return id ? `/admin/user?open=${id}` : '/admin/user';
    case 'agent':
      return id ? `/admin/agent?open=${id}` : '/admin/agent';
    case 'order':
      return id ? `/admin/order?open=${id}` : '/admin/order';
    case 'claim':
      // A claim is handled on its order's page.
      return name && `/admin/order?open=${name}`;
    case 'goods':
      return id ? `/admin/goods?open=${id}` : '/admin/goods';
    default:
      return PLACES[noun];
  }
}

const PLACES: Readonly<Record<string, string>> = {
  category: '/admin/goods?tab=categories',
  stock: '/admin/goods?tab=stock',
  batch: '/admin/goods?tab=stock',
  item: '/admin/goods?tab=stock',
  report: '/admin/goods?tab=reports',
  role: '/admin/role',
  recharge: '/admin/recharge',
  deposit: '/admin/recharge?tab=deposits',
  network: '/admin/recharge?tab=chains',
  quarantine: '/admin/recharge?tab=chains',
  paymentMethod: '/admin/config?tab=payment',
  wallet: '/admin/config?tab=blocked',
  settings: '/admin/config',
  mail: '/admin/config?tab=mail',
  telegram: '/admin/config?tab=mail',
  brand: '/admin/config?tab=brand',
  document: '/admin/config?tab=documents',
  announcement: '/admin/config?tab=announcements',
  proposal: '/admin/dataBoard',
};

/** The key of the text for a proposal's kind. Entries of earlier versions, which no one may change, say `…Passed`. */
export const kindKey = (kind: string): string => `approvals.kind.${kind.replace(/Passed$/, 'Approved')}`;
