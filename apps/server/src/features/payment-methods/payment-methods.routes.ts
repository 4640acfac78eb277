import type { Routes } from '../../platform/http/routes.ts';
import { listEnabledPaymentMethods } from './list-enabled-payment-methods.ts';

export const paymentMethodsRoutes = { listEnabledPaymentMethods } satisfies Partial<Routes>;
