/**
 * The pages of the back office, each loaded when it is opened. A module of its own, loaded with the first of them: the
 * list of their files would be part of every page of the shop.
 */
export const adminPages = {
  dataBoard: () => import('./data-board.tsx'),
  order: () => import('./order.tsx'),
  sales: () => import('./sales.tsx'),
  user: () => import('./user.tsx'),
  role: () => import('./role.tsx'),
  recharge: () => import('./recharge.tsx'),
  support: () => import('./support.tsx'),
  goods: () => import('./goods.tsx'),
  agent: () => import('./agent.tsx'),
  config: () => import('./config.tsx'),
  audit: () => import('./audit.tsx'),
} as const;
