import type { Routes } from '../../platform/http/routes.ts';
import { createPaymentMethod } from './create-payment-method.ts';
import { deletePaymentMethod } from './delete-payment-method.ts';
import { listEnabledPaymentMethods } from './list-enabled-payment-methods.ts';
import { listPaymentMethods } from './list-payment-methods.ts';
import type { ChainFacts } from './propose-method.ts';
import { restorePaymentMethods } from './restore-payment-methods.ts';
import { updatePaymentMethod } from './update-payment-method.ts';

/** `chains` knows what the nodes say of a network. */
export const paymentMethodsRoutes = (chains: ChainFacts) =>
  ({
    listEnabledPaymentMethods: (ctx, input) => listEnabledPaymentMethods(ctx, chains, input),
    listPaymentMethods,
    createPaymentMethod: (ctx, input) => createPaymentMethod(ctx, chains, input),
    updatePaymentMethod: (ctx, input) => updatePaymentMethod(ctx, chains, input),
    restorePaymentMethods,
    deletePaymentMethod: (ctx, { params }) => deletePaymentMethod(ctx, BigInt(params.id)),
  }) satisfies Partial<Routes>;
